export { checked, checkedJson } from "./checked.ts";
export { parseJson } from "./parse-json.ts";
