export { groupNames } from "./group-names.ts";
export { sameName } from "./same-name.ts";
