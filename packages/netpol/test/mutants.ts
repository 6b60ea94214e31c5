import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  type Fields,
  fieldsAt,
  isFields,
  listAt,
  textAt,
  textsAt,
} from "../src/manifests/fields.ts";
import { objectName } from "../src/manifests/read-cluster.ts";
import { type ManifestObject, readYamlMapping } from "../src/manifests/yaml-documents.ts";

const FOLDER = path.join(import.meta.dirname, "mutants");

/** A mistake in the shipped policies. `mutants/README.md` explains the fields. */
export interface Mutant {
  readonly name: string;
  readonly check: string;
  readonly edge: string;
  readonly lint: readonly string[];
  apply(objects: readonly ManifestObject[]): readonly ManifestObject[];
}

/** Returns the mutants of a variant. */
export function readMutants(variant: string): readonly Mutant[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".yaml"))
    .toSorted()
    .flatMap((file) => {
      const fields = readYamlMapping(readFileSync(path.join(FOLDER, file), "utf8"), file);
      const only = textsAt(fields["only"], `${file}: only`);
      if (only.length > 0 && !only.includes(variant)) return [];
      return {
        name: path.basename(file, ".yaml"),
        check: textAt(fields["check"], `${file}: check`),
        edge: textAt(fields["edge"], `${file}: edge`),
        lint: textsAt(fields["lint"], `${file}: lint`),
        apply: (objects) => mutated(objects, fields, file),
      };
    });
}

function mutated(objects: readonly ManifestObject[], fields: Fields, file: string) {
  const removed = textsAt(fields["remove"], `${file}: remove`);
  const added = listAt(fields["add"], `${file}: add`).map((object) => ({
    source: file,
    fields: fieldsAt(object, file),
  }));
  const replacements = listAt(fields["replace"], `${file}: replace`).map((one) =>
    fieldsAt(one, `${file}: replace`),
  );
  const named = [...removed, ...replacements.map(({ object }) => textAt(object, file))];
  const lost = named.filter((name) => !objects.some((object) => objectName(object) === name));
  if (lost.length > 0) throw new Error(`${file}: missing: ${lost.join(", ")}`);
  const kept = objects.filter((object) => !removed.includes(objectName(object)));
  const changed = replacements.reduce<readonly ManifestObject[]>(
    (all, { object, at, with: value }) =>
      all.map((each) =>
        objectName(each) === object
          ? { ...each, fields: replaced(each.fields, textAt(at, file).split("."), value) as Fields }
          : each,
      ),
    kept,
  );
  return [...changed, ...added];
}

/** Returns a copy of a value with `to` at the path. Undefined removes the path. */
function replaced(value: unknown, [key = "", ...rest]: readonly string[], to: unknown): unknown {
  if (Array.isArray(value)) {
    if (!(Number(key) < value.length)) throw new Error(`no element ${key}`);
    return value.map((each, at) => (String(at) === key ? inner(each, rest, to) : each));
  }
  const fields = isFields(value) ? value : {};
  const { [key]: old, ...others } = fields;
  const next = inner(old, rest, to);
  return next === undefined ? others : { ...others, [key]: next };
}

function inner(value: unknown, rest: readonly string[], to: unknown): unknown {
  return rest.length === 0 ? to : replaced(value, rest, to);
}
