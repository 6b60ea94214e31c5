import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { schemaAnswer } from "./schema-answer.ts";

const PERSON = {
  type: "object",
  properties: { name: { type: "string" }, mail: { type: "string" }, age: { type: "integer" } },
  required: ["name", "mail", "age"],
  additionalProperties: false,
};
const SCHEMAS = [
  PERSON,
  { type: "object", properties: { people: { type: "array", items: PERSON } } },
  {
    ...{ type: "object", properties: { who: { $ref: "#/$defs/Person" } } },
    $defs: { Person: PERSON },
  },
  {
    type: "object",
    properties: {
      kind: { enum: ["letter", "mail"] },
      version: { const: 2 },
      note: { anyOf: [{ type: "string" }, { type: "null" }] },
      more: { type: ["string", "null"] },
      open: { type: "boolean" },
      left: { type: "null" },
      share: { type: "number" },
    },
    required: ["kind", "version", "note", "more", "open", "left", "share"],
  },
];

describe("schemaAnswer", () => {
  test.each(SCHEMAS)("returns JSON that matches the schema %#", (schema) => {
    const answer = schemaAnswer(schema, "[PERSON_1] and [EMAIL_1]", {});
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect([validate(JSON.parse(answer)), validate.errors]).toEqual([true, null]);
  });

  test("returns the placeholders of the prompt in the strings, in their order", () => {
    expect(JSON.parse(schemaAnswer(PERSON, "[PERSON_1], [EMAIL_1], [PERSON_1]", {}))).toEqual({
      ...{ name: "[PERSON_1]", mail: "[EMAIL_1]", age: 1 },
    });
  });

  test("returns a finite answer for a schema that contains itself", () => {
    const tree = { type: "object", properties: { child: { $ref: "#" } } };
    expect(() => JSON.parse(schemaAnswer(tree, "", {}))).not.toThrow();
  });

  test("returns the answer of the mode unchanged", () => {
    expect(schemaAnswer(PERSON, "", { answer: "no JSON" })).toBe("no JSON");
  });
});
