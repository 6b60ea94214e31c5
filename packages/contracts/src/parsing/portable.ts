/**
 * Replaces `parsing` in bundles for browsers. It exports only what the certificate verifier needs.
 */
export { checked, checkedJson } from "./checked-portable.ts";
export { parseJson } from "./parse-json.ts";
export { parseStrictJson } from "./parse-strict-json.ts";
