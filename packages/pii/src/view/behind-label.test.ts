/** @slow reads the name models */
import { describe, expect, test } from "@jest/globals";
import { createEngine } from "../engine.ts";
import type { Finding } from "../finding.ts";
import { readBundledModels } from "../names/model/bundled-models.ts";
import { sanitiseFields } from "../replace/sanitise-fields.ts";
import { countsBehindLabel } from "./behind-label.ts";

const engine = createEngine({ names: readBundledModels() });
const sanitised = (text: string, label?: string) =>
  sanitiseFields(engine, {
    fields: [{ name: "x", text, ...(label !== undefined && { label }) }],
  }).fields[0]?.text;

describe("When the label of a field says what its bare value is, then the value is replaced", () => {
  test.each([
    ["ssn", "536904399", "US_SSN"],
    ["spouse SSN", "536904399", "US_SSN"],
    ["password", "Sommer2024", "SECRET"],
    ["user Passwort", "Sommerwiese", "SECRET"],
    ["dob", "03/05/1980", "DATE_OF_BIRTH"],
    ["applicant dob", "03/05/1980", "DATE_OF_BIRTH"],
    ["geburtsdatum", "03.05.1980", "DATE_OF_BIRTH"],
    ["cvc", "123", "SECRET"],
    ["pin", "4711", "SECRET"],
    ["billing phone Number", "4155550132", "PHONE"],
    ["telefon", "8842319", "PHONE"],
    ["vorname", "Jan", "PERSON"],
    ["customer first name", "Will", "PERSON"],
    ["wohnort", "Essen", "LOCATION"],
    ["plz", "10115", "POSTAL_CODE"],
    ["straße", "Am Markt 3", "STREET_ADDRESS"],
    ["kontonummer", "12345678", "BANK_ACCOUNT"],
    ["iban", "DE89370400440532013001", "IBAN"],
    ["card number", "4012888888881882", "ID_NUMBER"],
    ["steuer Id", "12345678901", "DE_TAX_ID"],
    ["user Name", "annak", "USERNAME"],
    ["api key", "abcd1234efgh5678", "SECRET"],
    ["kundennummer", "4711882", "ID_NUMBER"],
  ])("When the label is %s, then the bare value %s is replaced", (label, value, type) => {
    expect(sanitised(value)).toBe(value);
    expect(sanitised(value, label)).toBe(`[${type}_1]`);
  });
});

test.each([
  ["name", "Annual report"],
  ["city", "Springfield"],
  ["subject", "Invoice is late"],
  ["note", "The parcel came on 2024-05-03, twice."],
  ["date", "2024-05-03"],
  ["id", "42"],
  ["order", "latest"],
  ["user", "What is my balance?"],
  ["password", "I forgot my password and need help"],
  ["code", "function foo() { return 12; }"],
  ["version", "1.2.3.4"],
])("An ordinary value stays after its label: %s: %s", (label, value) => {
  expect(sanitised(value, label)).toBe(value);
});

test("A value that is found without a label is also replaced after any label", () => {
  const letter = "Dear Anna Weber,\nplease write to anna@example.com.";
  for (const label of ["date", "ort", "name", "letter", "version", "x"])
    expect(sanitised(letter, label)).not.toMatch(/Anna|Weber|anna/);
});

test.each(["\n", ", ", ",", ";", "|", "\t", '", "'])(
  "A label applies to all items of a list of any length, separated by %j",
  (joint) => {
    const numbers = Array.from({ length: 300 }, (_, at) => String(536_904_000 + at));
    const placeholders = numbers.map((_, at) => `[US_SSN_${at + 1}]`);
    const list = (items: readonly string[]) =>
      joint.includes('"') ? `["${items.join(joint)}"]` : items.join(joint);
    expect(sanitised(list(numbers), "ssn")).toBe(list(placeholders));
  },
);

test("Offsets count from the start of the text without its label, even if a finding begins in the label", () => {
  const { fields } = sanitiseFields(engine, {
    fields: [{ name: "x", text: "Weber", label: "Anna" }],
  });
  expect(fields[0]?.redactions).toMatchObject([{ start: 0, end: 5, placeholder: "[PERSON_1]" }]);
});

test("Thousands of addresses after a label are compared without comparing every pair", () => {
  const addresses = Array.from({ length: 5_000 }, (_, at): Finding => {
    const span = { start: 12 * at, end: 12 * at + 10 };
    return { ...span, type: "IP_ADDRESS", confidence: 1, recognizer: "test" };
  });
  let reads = 0;
  const counted = addresses.map(({ end, ...finding }) => ({
    ...finding,
    get end() {
      reads += 1;
      return end;
    },
  }));
  const counts = countsBehindLabel(counted);
  expect(addresses.every(counts)).toBe(true);
  expect(counts({ ...addresses[0], start: 5, end: 11 } as Finding)).toBe(false);
  expect(reads).toBeLessThan(10 * addresses.length);
});
