export { checked } from "./checked.ts";
export { parseJson } from "./parse-json.ts";
