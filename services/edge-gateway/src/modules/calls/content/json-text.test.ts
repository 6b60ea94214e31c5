import { describe, expect, test } from "@jest/globals";
import { createEngine, sanitiseFields } from "@veil/pii";
import fc from "fast-check";
import { textsIn, toolText, writtenText } from "./json-text.ts";

const engine = createEngine();

/** Replaces texts as the sanitiser and the calls of the gateway do. */
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
    ["strings", { mail: "to a@b.example" }, { mail: "to [EMAIL_1]" }],
    ["a string without anything around", "a@b.example", "[EMAIL_1]"],
    ["items of lists", [["a@b.example", true, null]], [["[EMAIL_1]", true, null]]],
    ["values by the name beside them", { phoneNumber: "4155550132" }, { phoneNumber: "[PHONE_1]" }],
    ["values by the name of their list", { ssn: ["123456789"] }, { ssn: ["[US_SSN_1]"] }],
    ["names of persons by it", { firstName: "Anna" }, { firstName: "[PERSON_1]" }],
    [
      "values by names in German, with full stops, and with numbers",
      { straße: "Am Markt 3", "person.dob": "03/05/1980", ssn_2: "536904399" },
      { straße: "[STREET_ADDRESS_1]", "person.dob": "[DATE_OF_BIRTH_1]", ssn_2: "[US_SSN_1]" },
    ],
    ["numbers", { card: 4111111111111111, n: 7 }, { card: "[CREDIT_CARD_1]", n: 7 }],
    ["names of members", { "a@b.example": 1 }, { "[EMAIL_1]": 1 }],
    ["JSON in a string", { a: '{"b": "a@b.example"}' }, { a: '{"b": "[EMAIL_1]"}' }],
    [
      "JSON in a string of that",
      { a: JSON.stringify({ b: JSON.stringify(["a@b.example"]) }) },
      { a: JSON.stringify({ b: JSON.stringify(["[EMAIL_1]"]) }) },
    ],
    [
      "the same value by the same placeholder",
      { a: "a@b.example", b: ["x@b.example", "a@b.example"] },
      { a: "[EMAIL_1]", b: ["[EMAIL_2]", "[EMAIL_1]"] },
    ],
    ["text like a placeholder", { a: "[PERSON_1]" }, { a: "[LITERAL_1]" }],
  ])("is sanitised: %s", (_what, given, expected) => {
    expect(JSON.parse(sanitised(JSON.stringify(given)))).toEqual(expected);
  });

  test("is sanitised through escapes, and in numbers of another notation", () => {
    expect(sanitised('{"a": "a\\u0040b.example"}')).toBe('{"a": "[EMAIL_1]"}');
    expect(sanitised('{"card": 4.111111111111111e15}')).toBe('{"card": "[CREDIT_CARD_1]"}');
  });

  test("keeps everything else as it is written", () => {
    const json = '{ "a" : [1.50, 12345678901234567890, 1e3, "x\\u00e9", "", " "],\n"b":{} }';
    expect(sanitised(json)).toBe(json);
  });

  test("keeps member names that the application's schemas have", () => {
    const json = '{"a@b.example": "c@d.example"}';
    expect(sanitised(json, ["a@b.example"])).toBe('{"a@b.example": "[EMAIL_1]"}');
  });

  test.each(["no JSON: a@b.example", '{"a": "a@b.example"'])(
    "is treated as text if it does not parse: %j",
    (text) => {
      expect(sanitised(text)).toBe(text.replace("a@b.example", "[EMAIL_1]"));
    },
  );

  test("keeps values separate from names that are read differently", () => {
    const read = toolText('{"vat": "Main 5"}');
    const other = (text: string) => text.replace("vat: Main", "[LOCATION_1]: [STREET_ADDRESS_1]");
    expect(writtenText(read, other)).toBe('{"vat": "[STREET_ADDRESS_1] 5"}');
  });

  test("is refused when names become equal", () => {
    const read = toolText('{"Meyer": 1, "Maier": 2}');
    const same = (text: string) => text.replace(/Meyer|Maier/, "[PERSON_1]");
    expect(() => writtenText(read, same)).toThrow(
      expect.objectContaining({ code: "invalid_field" }),
    );
  });

  test("is refused when a name and its value together are personal data", () => {
    const read = toolText('{"Anna": "Weber"}');
    const together = (text: string) => text.replace("Anna: Weber", "[PERSON_1]");
    expect(() => writtenText(read, together)).toThrow(
      expect.objectContaining({ code: "invalid_field" }),
    );
  });

  test("is refused when strings of JSON are nested too deeply", () => {
    let json = "[1]";
    for (let level = 0; level < 10; level += 1) json = JSON.stringify([json]);
    expect(() => toolText(json)).toThrow(expect.objectContaining({ code: "invalid_field" }));
  });
});

test("For all JSON, the text stays the same if nothing is replaced, and no value stays if everything is", () => {
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

test("JSON without findings stays as it was written, also in strings of JSON", () => {
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
