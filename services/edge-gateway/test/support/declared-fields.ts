import { readFileSync } from "node:fs";
import { parseSync } from "@swc/core";

export interface Declared {
  /** Returns the names of the fields of an interface. */
  fieldsOf(name: string): readonly string[];
  /**
   * Returns the value of the field in each interface whose name matches, if the field must be one
   * fixed string.
   */
  constantsOf(names: RegExp, field: string): readonly string[];
}

type Field = readonly [name: string, constant: string | undefined];

/** Reads the type declarations of a package, which are generated from the provider's API. */
export function readDeclarations(file: string): Declared {
  const { body } = parseSync(readFileSync(file, "utf8"), { syntax: "typescript" });
  const interfaces = new Map<string, readonly Field[]>();
  for (const item of body) {
    const declared = item.type === "ExportDeclaration" ? item.declaration : item;
    if (declared.type !== "TsInterfaceDeclaration") continue;
    const fields = declared.body.body.flatMap((member): Field[] => {
      if (member.type !== "TsPropertySignature" || member.key.type !== "Identifier") return [];
      const type = member.typeAnnotation?.typeAnnotation;
      const literal = type?.type === "TsLiteralType" ? type.literal : undefined;
      return [[member.key.value, literal?.type === "StringLiteral" ? literal.value : undefined]];
    });
    interfaces.set(declared.id.value, fields);
  }
  return {
    fieldsOf(name) {
      const fields = interfaces.get(name);
      if (fields === undefined) throw new Error(`${file} declares no ${name}`);
      return fields.map(([field]) => field);
    },
    constantsOf: (names, field) =>
      [...interfaces]
        .filter(([name]) => names.test(name))
        .flatMap(([, fields]) => fields)
        .flatMap(([name, constant]) => (name === field && constant ? [constant] : [])),
  };
}
