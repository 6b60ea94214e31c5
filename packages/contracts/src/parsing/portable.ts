/** Replaces `parsing` where a bundler makes a file for browsers, with what the verifier needs. */
export { checked, checkedJson } from "./checked-portable.ts";
export { parseJson } from "./parse-json.ts";
export { parseStrictJson } from "./parse-strict-json.ts";
