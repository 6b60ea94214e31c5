import { readFileSync } from "node:fs";
import path from "node:path";
import { at, type Fields, REPOSITORY } from "./manifests.ts";

export const CHART = path.join(REPOSITORY, "helm/veil-gateway");

/** Returns the names and schemas of the values. */
function leavesOf(schema: unknown, prefix = ""): readonly (readonly [string, Fields])[] {
  return Object.entries((at(schema, "properties") ?? {}) as Record<string, Fields>).flatMap(
    ([name, own]) =>
      own["properties"] !== undefined && at(own, "properties", "limits") === undefined
        ? leavesOf(own, `${prefix}${name}.`)
        : [[`${prefix}${name}`, own] as const],
  );
}

/** Returns the schemas of all objects that have named properties. */
export function objectsIn(schema: Fields): readonly Fields[] {
  const properties = (schema["properties"] ?? {}) as Record<string, Fields>;
  const inner = Object.values(properties).flatMap(objectsIn);
  return schema["properties"] === undefined ? [] : [schema, ...inner];
}

/** The schema of the values. */
export const schema = JSON.parse(
  readFileSync(path.join(CHART, "values.schema.json"), "utf8"),
) as Fields;
/** The names and schemas of all values but `global`. */
export const leaves = leavesOf(schema).filter(([name]) => name !== "global");
