/** `parsing` where a bundler makes a file for browsers: what the verifier needs of it. */
export { checked, checkedJson } from "./checked-portable.ts";
export { parseJson } from "./parse-json.ts";
export { parseStrictJson } from "./parse-strict-json.ts";
