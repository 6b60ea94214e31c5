import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { scanAnswer } from "./scan-answer.ts";

const seen = (answer: string): unknown => {
  const { form, blocks } = scanAnswer({ blocks: [answer], keep: [] });
  const text = blocks.join("");
  return form === "json" ? JSON.parse(text) : text;
};

describe("An answer that is JSON is redacted in", () => {
  test.each<[string, string, unknown]>([
    ["strings with escapes", '{"m": "max\\u0040b.example"}', { m: "[REDACTED:EMAIL]" }],
    ["numbers", '{"card": 4111111111111111}', { card: "[REDACTED:CREDIT_CARD]" }],
    ["numbers in another notation", "[4.111111111111111e15]", ["[REDACTED:CREDIT_CARD]"]],
    ["names", '{"max\\u0040b.example": 1}', { "[REDACTED:EMAIL]": 1 }],
    [
      "two names, without losing a value",
      '{"a@b.example": 1, "c@b.example": 2}',
      { "[REDACTED:EMAIL]": 1, "[REDACTED:EMAIL] (2)": 2 },
    ],
    ["depth", '[{"a": [{"b": "a@b.example"}]}]', [{ a: [{ b: "[REDACTED:EMAIL]" }] }]],
    ["digits that the name explains", '{"phone": "4155550132"}', { phone: "[REDACTED:PHONE]" }],
    ["a list that the name explains", '{"phone": [4155550132]}', { phone: ["[REDACTED:PHONE]"] }],
    ["the last of a name that stands twice", '{"a": "a@b.example", "a": 1}', { a: 1 }],
  ])("%s", (_where, answer, value) => {
    expect(seen(answer)).toEqual(value);
  });
});

test("Types that the policy keeps stay in the answer, also where a field's name shows the type", () => {
  const answer = '{"dob": "1980-05-03", "npi": "1234567893"}';
  const scan = (keep: readonly string[]) => scanAnswer({ blocks: [answer], keep }).counts;
  expect(scan([])).toEqual({ DATE_OF_BIRTH: 1, US_NPI: 1 });
  expect(scan(["DATE_OF_BIRTH"])).toEqual({ US_NPI: 1 });
});

describe("An answer that is JSON stays as the model wrote it", () => {
  const scalar = fc.oneof(
    fc.constantFrom("-0", "1.10", "1e400", "0.10e-2", "true", "null", "2512292042121000001"),
    fc.constantFrom('"\\u0041"', '"\\/"', '"\\ud800"', '"a \\"b\\" {}"', '"[PERSON_1]"', '""'),
  );
  const space = fc.constantFrom("", " ", "\n", "\t\r");
  const { document } = fc.letrec<{ document: string; value: string }>((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, scalar, tie("document")),
    document: fc.oneof(
      fc
        .array(fc.tuple(space, tie("value"), space), { maxLength: 4 })
        .map((items) => `[${items.map((parts) => parts.join("")).join(",")}]`),
      fc
        .array(fc.tuple(fc.constantFrom('"10"', '"2"', '"\\u0061"', '"a"'), space, tie("value")), {
          maxLength: 4,
        })
        .map((members) => `{${members.map(([name, gap, value]) => `${name}${gap}:${value}`)}}`),
    ),
  }));

  test("where nothing is found", () => {
    fc.assert(
      fc.property(document, space, (json, gap) => {
        const answer = gap + json + gap;
        expect(scanAnswer({ blocks: [answer], keep: [] })).toEqual({
          ...{ form: "json", blocks: [answer], counts: {} },
        });
      }),
      { numRuns: 500 },
    );
  });

  test("around what is redacted", () => {
    const before = '{ "id": 2512292042121000001, "price":1.10, "10":"\\u0041\\/", "10":-0, "to":';
    const { blocks } = scanAnswer({
      blocks: [`${before} "max\\u0040b.example" , "2":1e400}`],
      keep: [],
    });
    expect(blocks).toEqual([`${before} "[REDACTED:EMAIL]" , "2":1e400}`]);
  });
});

test("When redaction makes two names equal, then one gets a number", () => {
  const redacted =
    '{"[REDACTED:EMAIL]": 1, "[REDACTED:EMAIL] (2)": 2, "x": {"[REDACTED:EMAIL]": 3}}';
  const answer = '{"a@b.example": 1, "[REDACTED:EMAIL]": 2, "x": {"[REDACTED:EMAIL]": 3}}';
  expect(scanAnswer({ blocks: [answer], keep: [] }).blocks).toEqual([redacted]);
});

test("redactions are counted over all of it", () => {
  const answer = '{"a@b.example": ["c@d.example", 4111111111111111]}';
  expect(scanAnswer({ blocks: [answer], keep: [] }).counts).toEqual({ EMAIL: 2, CREDIT_CARD: 1 });
});

test.each(["[PERSON_1] wrote", "{not json", "42", '"quoted"', "null", "", "[1] [2]"])(
  "The answer %p is treated as text and stays the same",
  (answer) => {
    expect(scanAnswer({ blocks: [answer], keep: [] })).toEqual({
      form: "text",
      blocks: [answer],
      counts: {},
    });
  },
);

test("When redaction turns a text into JSON, then it is still treated as text", () => {
  const answer = '{"p": "DE89\t3704 0044 0532 0130 00", "m": "max\\u0040b.example"}';
  const { form, blocks } = scanAnswer({ blocks: [answer], keep: [] });
  expect(form).toBe("text");
  expect(JSON.parse(blocks.join(""))).toMatchObject({ p: "[REDACTED:IBAN]" });
});

test.each([
  ["arrays", (depth: number) => "[".repeat(depth) + "]".repeat(depth)],
  ["objects", (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`],
])("With %s, 200 levels are read as JSON, and any deeper answer as text", (_kind, nested) => {
  expect(scanAnswer({ blocks: [nested(200)], keep: [] }).form).toBe("json");
  for (const depth of [201, 50_000, 500_000])
    expect(scanAnswer({ blocks: [nested(depth)], keep: [] })).toEqual({
      ...{ form: "text", blocks: [nested(depth)], counts: {} },
    });
});

test("For any JSON, all that is no identifier parses to the same, odd names included", () => {
  const odd = '{"__proto__": {"x": 1}, "constructor": 0.87654321, "": [true, null, 1700000000]}';
  expect(seen(odd)).toEqual(JSON.parse(odd));
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: fc.constantFrom("a", "b", '"', "\ud800") }), (value) => {
      const answer = JSON.stringify([value]);
      if (!/\d{7}/.test(answer)) expect(seen(answer)).toEqual(JSON.parse(answer));
    }),
  );
});

describe("In an answer of several blocks", () => {
  test("each block is redacted, and none is read as JSON", () => {
    expect(
      scanAnswer({ blocks: ["Write to a@b.example", '{"m": "max\\u0040b.example"}'], keep: [] }),
    ).toEqual({
      form: "text",
      blocks: ["Write to [REDACTED:EMAIL]", '{"m": "[REDACTED:EMAIL]"}'],
      counts: { EMAIL: 2 },
    });
  });

  test("an identifier across two blocks is redacted, and they become one block", () => {
    expect(scanAnswer({ blocks: ["Pay DE89 3704 0044 05", "32 0130 00 now"], keep: [] })).toEqual({
      form: "text",
      blocks: ["Pay [REDACTED:IBAN] now"],
      counts: { IBAN: 1 },
    });
  });

  test("an answer without blocks stays empty", () => {
    expect(scanAnswer({ blocks: [], keep: [] })).toEqual({ form: "text", blocks: [], counts: {} });
  });
});
