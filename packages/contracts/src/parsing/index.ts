export { checked, checkedJson } from "./checked.ts";
export { checkedQuery } from "./checked-query.ts";
export { parseJson } from "./parse-json.ts";
export { parseStrictJson } from "./parse-strict-json.ts";
export { rawJson, writeJson } from "./raw-json.ts";
export { type ObjectPath, writtenObjects } from "./written-objects.ts";
