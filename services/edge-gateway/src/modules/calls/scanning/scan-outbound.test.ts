import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { scanAnswer } from "./scan-outbound.ts";

const seen = (answer: string): unknown => {
  const { form, blocks } = scanAnswer({ blocks: [answer], keep: [] });
  const text = blocks.join("");
  return form === "json" ? JSON.parse(text) : text;
};

describe("An answer that is JSON is redacted", () => {
  test.each<[string, string, unknown]>([
    ["in strings with escapes", '{"m": "max\\u0040b.example"}', { m: "[REDACTED:EMAIL]" }],
    ["in numbers", '{"card": 4111111111111111}', { card: "[REDACTED:CREDIT_CARD]" }],
    ["in numbers with an exponent", "[4.111111111111111e15]", ["[REDACTED:CREDIT_CARD]"]],
    ["in names", '{"max\\u0040b.example": 1}', { "[REDACTED:EMAIL]": 1 }],
    [
      "in two names without losing a value",
      '{"a@b.example": 1, "c@b.example": 2}',
      { "[REDACTED:EMAIL]": 1, "[REDACTED:EMAIL] (2)": 2 },
    ],
    ["in nested values", '[{"a": [{"b": "a@b.example"}]}]', [{ a: [{ b: "[REDACTED:EMAIL]" }] }]],
    [
      "in digits that only the name identifies",
      '{"phone": "4155550132"}',
      { phone: "[REDACTED:PHONE]" },
    ],
    [
      "in a list that only the name identifies",
      '{"phone": [4155550132]}',
      { phone: ["[REDACTED:PHONE]"] },
    ],
    [
      "in a name that occurs twice, where the last value counts",
      '{"a": "a@b.example", "a": 1}',
      { a: 1 },
    ],
  ])("an answer that is JSON is redacted %s", (_where, answer, value) => {
    expect(seen(answer)).toEqual(value);
  });
});

test("Types that the policy keeps stay in the answer, even when a field's name shows the type", () => {
  const answer = '{"dob": "1980-05-03", "npi": "1234567893"}';
  const scan = (keep: readonly string[]) => scanAnswer({ blocks: [answer], keep }).counts;
  expect(scan([])).toEqual({ DATE_OF_BIRTH: 1, US_NPI: 1 });
  expect(scan(["DATE_OF_BIRTH"])).toEqual({ US_NPI: 1 });
});

describe("The notation of an answer that is JSON", () => {
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

  test("JSON without findings stays as the model wrote it", () => {
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

  test("JSON around a redaction stays as the model wrote it", () => {
    const before = '{ "id": 2512292042121000001, "price":1.10, "10":"\\u0041\\/", "10":-0, "to":';
    const { blocks } = scanAnswer({
      blocks: [`${before} "max\\u0040b.example" , "2":1e400}`],
      keep: [],
    });
    expect(blocks).toEqual([`${before} "[REDACTED:EMAIL]" , "2":1e400}`]);
  });
});

test("When redaction makes two names in one object equal, then one of them gets a number", () => {
  const redacted =
    '{"[REDACTED:EMAIL]": 1, "[REDACTED:EMAIL] (2)": 2, "x": {"[REDACTED:EMAIL]": 3}}';
  const answer = '{"a@b.example": 1, "[REDACTED:EMAIL]": 2, "x": {"[REDACTED:EMAIL]": 3}}';
  expect(scanAnswer({ blocks: [answer], keep: [] }).blocks).toEqual([redacted]);
});

test("Redactions in names and values are counted together", () => {
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

test("When redaction turns a text into valid JSON, then the answer is still treated as text", () => {
  const answer = '{"p": "DE89\t3704 0044 0532 0130 00", "m": "max\\u0040b.example"}';
  const { form, blocks } = scanAnswer({ blocks: [answer], keep: [] });
  expect(form).toBe("text");
  expect(JSON.parse(blocks.join(""))).toMatchObject({ p: "[REDACTED:IBAN]" });
});

test.each([
  ["arrays", (depth: number) => "[".repeat(depth) + "]".repeat(depth)],
  ["objects", (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`],
])("Up to 200 levels of %s are treated as JSON, and deeper answers as text", (_kind, nested) => {
  expect(scanAnswer({ blocks: [nested(200)], keep: [] }).form).toBe("json");
  for (const depth of [201, 50_000, 500_000])
    expect(scanAnswer({ blocks: [nested(depth)], keep: [] })).toEqual({
      ...{ form: "text", blocks: [nested(depth)], counts: {} },
    });
});

test("In any JSON, everything that is not an identifier keeps its value, even under names such as __proto__", () => {
  const odd = '{"__proto__": {"x": 1}, "constructor": 0.87654321, "": [true, null, 1700000000]}';
  expect(seen(odd)).toEqual(JSON.parse(odd));
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: fc.constantFrom("a", "b", '"', "\ud800") }), (value) => {
      const answer = JSON.stringify([value]);
      if (!/\d{7}/.test(answer)) expect(seen(answer)).toEqual(JSON.parse(answer));
    }),
  );
});

describe("An answer of several blocks", () => {
  test("in an answer of several blocks, each is redacted and none is treated as JSON", () => {
    expect(
      scanAnswer({ blocks: ["Write to a@b.example", '{"m": "max\\u0040b.example"}'], keep: [] }),
    ).toEqual({
      form: "text",
      blocks: ["Write to [REDACTED:EMAIL]", '{"m": "[REDACTED:EMAIL]"}'],
      counts: { EMAIL: 2 },
    });
  });

  test("an identifier across two blocks is redacted, and the blocks become one", () => {
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
