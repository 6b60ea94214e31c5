import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { rawJson, writeJson } from "./raw-json.ts";
import { writtenObjects } from "./written-objects.ts";

const objectsIn = (text: string, ...paths: string[]) =>
  writtenObjects(
    Buffer.from(text),
    paths.map((path) => path.split(".")),
  );

/** Generates objects in every notation that JSON allows. */
const spaces = fc.constantFrom("", " ", "\n\t");
const scalars = fc.constantFrom(
  ...["2512292042121000001", "1.10", "-0", "1e400", "true", "null"],
  ...['"\\u0041"', '"\\/"', '"}\\"{"', '"ü"', '"\\ud800"'],
);
const { object } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    tie("object"),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(" , ")}]`),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom('"a"', '"10"', '"input"', '"\\u0061"'), tie("value")), {
      maxLength: 4,
    })
    .chain((members) =>
      spaces.map(
        (space) =>
          `{${space}${members.map(([name, value]) => `${name}${space}:${value}`).join(",")}}`,
      ),
    ),
}));

test("writtenObjects returns the exact source text of a requested object in any document", () => {
  fc.assert(
    fc.property(object, object, spaces, (requested, other, space) => {
      const text = `{"x":${other},"content":[${other},${space}{"input"${space}:${requested},"y":${other}}]}`;
      expect(objectsIn(text, "content.*.input").get("content.1.input")).toBe(requested);
    }),
  );
});

test.each([
  ["no object", '{"input":[{}]}', []],
  ["a name with escapes", '{"\\u0069nput":{"a":1}}', [["input", '{"a":1}']]],
  ["a member that stands twice", '{"input":{"a":1},"input":{"a":2}}', [["input", '{"a":2}']]],
  ["the same name further down", '{"x":{"input":{}}}', []],
  ["a mark of the byte order", '\ufeff{"input":{ }}', [["input", "{ }"]]],
])("writtenObjects finds the same objects as a JSON parser for %s", (_what, text, expected) => {
  expect([...objectsIn(text, "input")]).toEqual(expected);
});

test("writeJson writes raw JSON unchanged, and all other values like JSON.stringify", () => {
  fc.assert(
    fc.property(object, fc.jsonValue(), (json, value) => {
      const around = { value, left: undefined, list: [undefined, value] };
      expect(writeJson(around)).toBe(JSON.stringify(around));
      expect(writeJson({ ...around, raw: [rawJson(json)] })).toBe(
        `${JSON.stringify(around).slice(0, -1)},"raw":[${json}]}`,
      );
    }),
  );
});

test("rawJson throws for invalid JSON, and JSON.stringify throws for raw JSON", () => {
  expect(() => rawJson('{"a":')).toThrow(SyntaxError);
  expect(() => JSON.stringify({ a: rawJson("{}") })).toThrow(TypeError);
});
