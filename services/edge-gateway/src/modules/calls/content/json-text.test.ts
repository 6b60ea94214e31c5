import { describe, expect, test } from "@jest/globals";
import { createEngine, sanitiseFields } from "@veil/pii";
import fc from "fast-check";
import { labelOf, textsIn, toolText, writtenText } from "./json-text.ts";

const engine = createEngine();

/** Sanitises the text in the same way as the sanitiser and the gateway together. */
function sanitised(text: string, known: readonly string[] = []): string {
  const read = toolText(text);
  const texts = textsIn(read, new Set(known));
  const fields = texts.map((one, at) => ({ name: `f${at}`, text: one }));
  const results = sanitiseFields(engine, { fields }).fields;
  const clean = new Map(texts.map((one, at) => [one, results[at]?.text ?? ""]));
  return writtenText(read, (one) => clean.get(one) ?? "missing", new Set(known));
}

describe("JSON in arguments or results of a tool", () => {
  test.each<[string, unknown, unknown]>([
    ["in strings", { mail: "to a@b.example" }, { mail: "to [EMAIL_1]" }],
    ["in a string that is the whole text", "a@b.example", "[EMAIL_1]"],
    ["in items of lists", [["a@b.example", true, null]], [["[EMAIL_1]", true, null]]],
    [
      "in values that only their member's name identifies",
      { phoneNumber: "4155550132" },
      { phoneNumber: "[PHONE_1]" },
    ],
    [
      "in values that only the name of their list identifies",
      { ssn: ["123456789"] },
      { ssn: ["[US_SSN_1]"] },
    ],
    [
      "in names of persons that only the member's name identifies",
      { firstName: "Anna" },
      { firstName: "[PERSON_1]" },
    ],
    [
      "in values whose member has a name in German, with a full stop, or with a number",
      { straße: "Am Markt 3", "person.dob": "03/05/1980", ssn_2: "536904399" },
      { straße: "[STREET_ADDRESS_1]", "person.dob": "[DATE_OF_BIRTH_1]", ssn_2: "[US_SSN_1]" },
    ],
    ["in numbers", { card: 4111111111111111, n: 7 }, { card: "[CREDIT_CARD_1]", n: 7 }],
    ["in names of members", { "a@b.example": 1 }, { "[EMAIL_1]": 1 }],
    ["in JSON inside a string", { a: '{"b": "a@b.example"}' }, { a: '{"b": "[EMAIL_1]"}' }],
    [
      "in JSON inside a string of JSON inside a string",
      { a: JSON.stringify({ b: JSON.stringify(["a@b.example"]) }) },
      { a: JSON.stringify({ b: JSON.stringify(["[EMAIL_1]"]) }) },
    ],
    [
      "with the same placeholder for the same value",
      { a: "a@b.example", b: ["x@b.example", "a@b.example"] },
      { a: "[EMAIL_1]", b: ["[EMAIL_2]", "[EMAIL_1]"] },
    ],
    ["in text that looks like a placeholder", { a: "[PERSON_1]" }, { a: "[LITERAL_1]" }],
  ])("personal data in JSON is sanitised %s", (_what, given, expected) => {
    expect(JSON.parse(sanitised(JSON.stringify(given)))).toEqual(expected);
  });

  test("JSON is sanitised in spite of escapes and exponent notation", () => {
    expect(sanitised('{"a": "a\\u0040b.example"}')).toBe('{"a": "[EMAIL_1]"}');
    expect(sanitised('{"card": 4.111111111111111e15}')).toBe('{"card": "[CREDIT_CARD_1]"}');
  });

  test("JSON keeps its notation wherever nothing is replaced", () => {
    const json = '{ "a" : [1.50, 12345678901234567890, 1e3, "x\\u00e9", "", " "],\n"b":{} }';
    expect(sanitised(json)).toBe(json);
  });

  test("JSON keeps member names that occur in the application's schemas", () => {
    const json = '{"a@b.example": "c@d.example"}';
    expect(sanitised(json, ["a@b.example"])).toBe('{"a@b.example": "[EMAIL_1]"}');
  });

  test.each(["no JSON: a@b.example", '{"a": "a@b.example"'])(
    "a text that does not parse as JSON is sanitised as plain text: %j",
    (text) => {
      expect(sanitised(text)).toBe(text.replace("a@b.example", "[EMAIL_1]"));
    },
  );

  test("a value is separated from its name when the name alone is sanitised differently", () => {
    const read = toolText('{"vat": "Main 5"}');
    const other = (text: string) => text.replace("vat: Main", "[LOCATION_1]: [STREET_ADDRESS_1]");
    expect(writtenText(read, other)).toBe('{"vat": "[STREET_ADDRESS_1] 5"}');
  });

  test("JSON is refused when two names in one object become equal", () => {
    const read = toolText('{"Meyer": 1, "Maier": 2}');
    const same = (text: string) => text.replace(/Meyer|Maier/, "[PERSON_1]");
    expect(() => writtenText(read, same)).toThrow(
      expect.objectContaining({ code: "invalid_field" }),
    );
  });

  test("JSON is refused when one finding covers a name and its value together", () => {
    const read = toolText('{"Anna": "Weber"}');
    const together = (text: string) => text.replace("Anna: Weber", "[PERSON_1]");
    expect(() => writtenText(read, together)).toThrow(
      expect.objectContaining({ code: "invalid_field" }),
    );
  });

  test("JSON is refused when it is nested too deeply in strings of JSON", () => {
    let json = "[1]";
    for (let level = 0; level < 10; level += 1) json = JSON.stringify([json]);
    expect(() => toolText(json)).toThrow(expect.objectContaining({ code: "invalid_field" }));
  });
});

test("Any JSON stays the same if nothing is replaced, and keeps no value if everything is replaced", () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: "binary" }), (json) => {
      const read = toolText(json);
      const offered = new Set(textsIn(read));
      const asIs = (text: string) => (offered.has(text) ? text : "missing");
      expect(writtenText(read, asIs)).toBe(json);
      let count = 0;
      const all = (text: string) => {
        const [, label = ""] = /^(\p{L}[\p{L}\p{M}\p{N} ]*: )/u.exec(text) ?? [];
        count += 1;
        return `${label}[X_${count}]`;
      };
      if (typeof read === "string") return;
      const written: unknown = JSON.parse(writtenText(read, all));
      expect(leavesOf(written).filter((leaf) => !isReplaced(leaf))).toEqual([]);
    }),
    { numRuns: 500, seed: 1 },
  );
});

test("JSON without findings keeps its notation, even inside strings of JSON", () => {
  const inner = '{\\"id\\":2512292042121000001,\\u0022ü\\":\\"\\\\/\\",\\u0022p\\":1.10}';
  const json = `{ "b":"\\u0041\\/", "10":-0, "2":[1e400 ,1E5], "inner":"${inner}" }`;
  expect(JSON.parse(json)).toMatchObject({ inner: expect.stringMatching(/^\{"id":\d{19},"ü"/) });
  expect(sanitised(json)).toBe(json);
});

function leavesOf(value: unknown): readonly unknown[] {
  if (typeof value === "string") {
    try {
      const inner: unknown = JSON.parse(value);
      if (typeof inner === "object" && inner !== null) return leavesOf(inner);
    } catch {
      // A text.
    }
    return [value];
  }
  if (typeof value !== "object" || value === null) return [value];
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value)].flatMap(
    leavesOf,
  );
}

function isReplaced(leaf: unknown): boolean {
  if (typeof leaf === "string") return leaf.trim() === "" || /\[X_\d+\]$/.test(leaf);
  return leaf === null || typeof leaf === "boolean" || !Number.isInteger(leaf);
}

test.each([
  ["first_name", "first name"],
  ["firstName", "first Name"],
  ["FIRST_NAME", "FIRST NAME"],
  ["first-name", "first name"],
  ["customerSSN", "customer SSN"],
  ["IBANNumber", "IBAN Number"],
  ["person.dob", "person dob"],
  ["straße", "straße"],
  ["führerscheinNr", "führerschein Nr"],
  ["ssn_2", "ssn"],
  ["phones.0", "phones"],
  ["_password", "password"],
  ["__x", "x"],
  ["0", ""],
  ["", ""],
  ["a(b)", ""],
  ["a\nb", ""],
  ["x".repeat(200), ""],
])("labelOf(%j) returns %j", (name, label) => {
  expect(labelOf(name)).toBe(label);
});
