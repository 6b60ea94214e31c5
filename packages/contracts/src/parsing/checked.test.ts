import { describe, expect, test } from "@jest/globals";
import { Type } from "typebox";
import { checked, checkedJson } from "./checked.ts";

const schema = Type.Object(
  {
    email: Type.String({ maxLength: 20, format: "email" }),
    mode: Type.Optional(Type.Union([Type.Literal("a"), Type.Literal("b")])),
    count: Type.Optional(Type.Integer({ minimum: 1 })),
    model: Type.Optional(Type.String({ pattern: "^[a-z]{2}$", description: "two letters" })),
    code: Type.Optional(Type.String({ pattern: "^[0-9]{7}$" })),
    context: Type.Optional(Type.Record(Type.String(), Type.String())),
    shapes: Type.Optional(
      Type.Unsafe({
        type: "object",
        propertyNames: { type: "string", enum: ["x", "y"] },
        additionalProperties: { type: "boolean" },
      }),
    ),
    content: Type.Optional(
      Type.Union([
        Type.String({ minLength: 2 }),
        Type.Array(Type.Object({ text: Type.String() }, { additionalProperties: false })),
        Type.Null(),
      ]),
    ),
    items: Type.Optional(
      Type.Array(
        Type.Object(
          { name: Type.String(), kind: Type.Optional(Type.String({ enum: ["p", "q"] })) },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
);
const parse = checked(schema);

test("checked returns a valid value unchanged", () => {
  const value = { email: "ann@example.org", context: JSON.parse('{"__proto__":"x"}') };
  expect(parse(value)).toBe(value);
});

describe("Errors of checked for an invalid value", () => {
  test.each<[unknown, string, string]>([
    [{}, "missing_field", 'Field "email" is required'],
    [{ email: "a@b.de", items: [{}] }, "missing_field", 'Field "items[0].name" is required'],
    [undefined, "invalid_field", "The body must be an object"],
    [null, "invalid_field", "The body must be an object"],
    [[], "invalid_field", "The body must be an object"],
    [{ email: 1 }, "invalid_field", 'Field "email" must be a string'],
    [{ email: null }, "invalid_field", 'Field "email" must be a string'],
    [{ email: "a@b.de", count: "7" }, "invalid_field", 'Field "count" must be an integer'],
    [{ email: "a@b.de", count: 0 }, "invalid_field", 'Field "count" must be at least 1'],
    [{ email: "a@b.de", mode: "c" }, "invalid_field", 'Field "mode" must be one of "a", "b"'],
    [
      { email: "a@b.de", items: [{ name: "x" }, { name: "x", kind: "r" }] },
      "invalid_field",
      'Field "items[1].kind" must be one of "p", "q"',
    ],
    [
      { email: "a@b.de", content: [{ text: "x" }, { text: "x", to: "y" }] },
      "invalid_field",
      'Field "content[1]" has an unknown field',
    ],
    [
      { email: "a@b.de", content: [{ text: 7 }] },
      "invalid_field",
      'Field "content[0].text" must be a string',
    ],
    [{ email: "a@b.de", content: [{}] }, "missing_field", 'Field "content[0].text" is required'],
    [
      { email: "a@b.de", content: "x" },
      "invalid_field",
      'Field "content" must have at least 2 characters',
    ],
    [{ email: "a@b.de", content: 7 }, "invalid_field", 'Field "content" must be a string'],
    [
      { email: "a@b.de", items: [{ name: "x" }, { name: 7 }] },
      "invalid_field",
      'Field "items[1].name" must be a string',
    ],
    [
      { email: "a@b.de", items: [{ name: "x", more: 1 }] },
      "invalid_field",
      'Field "items[0]" has an unknown field',
    ],
    [
      { email: "a@b.de", shapes: { z: true } },
      "invalid_field",
      'Field "shapes" has an unknown key; use one of "x", "y"',
    ],
    [{ email: "a@b.de", context: { a: 1 } }, "invalid_field", 'Field "context" must be a string'],
    [{ email: "a@b.de", model: "A" }, "invalid_field", 'Field "model" must be two letters'],
    [{ email: "a@b.de", code: "A" }, "invalid_field", 'Field "code" has the wrong form'],
    [{ email: "a@b.de", x: 1 }, "invalid_field", "The body has an unknown field"],
  ])("for %j, the error has the code %s and names the field", (value, code, message) => {
    expect(() => parse(value)).toThrow(expect.objectContaining({ code, message }));
  });

  test.each<[unknown, string]>([
    [{ email: "a@b.de", cuont: 1 }, 'Field "cuont" is unknown: did you mean count?'],
    [
      { email: "a@b.de", items: [{ name: "x", nmae: "x" }] },
      'Field "items[0].nmae" is unknown: did you mean name?',
    ],
    [{ email: "a@b.de", top_logprobs: 1 }, 'Field "top_logprobs" is not supported here'],
  ])(
    "for %j, the error repeats the name of a field that is published or mistyped",
    (value, message) => {
      const published = checked(schema, { published: new Set(["top_logprobs"]) });
      expect(() => published(value)).toThrow(expect.objectContaining({ message }));
    },
  );

  test.each<[unknown, string]>([
    [{ kind: "named", name: "x", SECRET: 1 }, 'Field "format" has an unknown field'],
    [{ kind: "plain", name: "x" }, 'Field "format.kind" must be one of "named"'],
  ])("for the variant %j, the error is not about fields of another variant", (format, message) => {
    const closed = { additionalProperties: false };
    const plain = Type.Object({ kind: Type.Literal("plain") }, closed);
    const named = Type.Object({ kind: Type.Literal("named"), name: Type.String() }, closed);
    const parseFormat = checked(Type.Object({ format: Type.Union([plain, named]) }));
    expect(() => parseFormat({ format })).toThrow(message);
  });

  test("for an unknown field, the error's hint lists the known fields", () => {
    expect(() => parse({ email: "a@b.de", x: 1 })).toThrow(
      expect.objectContaining({
        options: { hint: expect.stringMatching(/^Known fields: email, mode/) },
      }),
    );
  });

  test("a required field that is only inherited is reported as missing", () => {
    const withConstructor = checked(Type.Object({ constructor: Type.Unknown() }));
    expect(() => withConstructor({})).toThrow(expect.objectContaining({ code: "missing_field" }));
    expect(() => parse(Object.create({ email: "a@b.de" }))).toThrow(/"email" is required/);
  });
});

describe("Error messages of checked do not repeat input", () => {
  const secret = "SECRET-ann@example.org";

  test.each<[string, unknown]>([
    ["value of a wrong format", { email: secret }],
    ["value that is not allowed", { email: "a@b.de", mode: secret }],
    ["unknown key", { email: "a@b.de", [secret]: 1 }],
    ["key of a map", { email: "a@b.de", context: { [secret]: 1 } }],
    ["unknown key of a map", { email: "a@b.de", shapes: { [secret]: true } }],
    ["value of a wrong form", { email: "a@b.de", model: secret }],
    ["unknown key of an item", { email: "a@b.de", items: [{ name: "x", [secret]: 1 }] }],
    ["key __proto__", JSON.parse(`{"email":"a@b.de","__proto__":{"${secret}":1}}`)],
  ])("the error does not contain a %s", (_what, value) => {
    expect(() => parse(value)).toThrow(expect.objectContaining({ code: "invalid_field" }));
    expect(() => parse(value)).not.toThrow("SECRET");
  });

  test("when the caller passes the path of the value, the error message puts it before the name of the invalid field", () => {
    const parseItems = checked(Type.Array(Type.Object({ name: Type.String() })));
    expect(() => parseItems([{ name: "x" }, {}], "truth.letter")).toThrow(
      'Field "truth.letter[1].name" is required',
    );
    expect(() => parseItems({}, "truth.letter")).toThrow('Field "truth.letter" must be an array');
  });

  test("for an invalid value in a map, the error does not contain its key", () => {
    const parseMap = checked(Type.Record(Type.String(), Type.String()));
    expect(() => parseMap({ [secret]: 1 })).toThrow("The body must be a string");
  });
});

describe("checkedJson", () => {
  const parseJson = checkedJson(Type.Object({ name: Type.String() }));

  test("checkedJson parses JSON from a string and from UTF-8 bytes", () => {
    expect(parseJson('{"name":"Zoë"}')).toEqual({ name: "Zoë" });
    expect(parseJson(Buffer.from('{"name":"Zoë"}'))).toEqual({ name: "Zoë" });
  });

  test.each<[string, string | Uint8Array, string]>([
    ["malformed", '{"name":"SECRET', "invalid_json"],
    ["in broken UTF-8", Buffer.from([0x22, 0xff, 0x22]), "invalid_json"],
    ["of the wrong shape", '{"name":1}', "invalid_field"],
  ])(
    "checkedJson refuses JSON that is %s, and the error does not repeat it",
    (_what, json, code) => {
      expect(() => parseJson(json)).toThrow(expect.objectContaining({ code }));
      expect(() => parseJson(json)).not.toThrow("SECRET");
    },
  );
});
