import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createEngine } from "./engine.ts";
import { findHardIdentifiers } from "./hard-identifiers.ts";
import { sanitiseFields } from "./sanitise-fields.ts";
import { uncoveredIdentifiers } from "./uncovered-identifiers.ts";

const engine = createEngine();
/** Longer than any context, without a finding. */
const FILLER = " nothing is said here about anyone and no one is meant by it,".repeat(20);
const PIECES = [
  FILLER,
  `${FILLER}\n`,
  "+49 30 1234567",
  "anna@example.com",
  "4111 1111 1111 1111",
  "DE89 3704 0044 0532 0130 00",
  "DE89 3704 0044",
  "0532 0130 00",
  "123-45-6789",
  "415-555-",
  "2671",
  "4111 1111",
  "(at)",
  "&#52;&#49;",
  "%31%32",
  "\\u0031",
  "=34=31",
  "٤١٥",
  btoa("+49 30 1234567"),
  "Versicherungsgesellschaften",
  ` ${btoa("anna@example.com")} `,
  btoa("anna@example.com").slice(0, 6),
  "\n",
  " ",
  "Tel. ",
  "Max-Mustermann-Straße 5",
  "[PHONE_1]",
  "geboren am 3.4.1975",
];

const text = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 10 })
  .map((pieces) => pieces.join(""));

test("A sanitised text has no hard identifier, near or far from its placeholders", () => {
  fc.assert(
    fc.property(text, (written) => {
      const [field] = sanitiseFields(engine, { fields: [{ name: "text", text: written }] }).fields;
      expect(findHardIdentifiers(field?.text ?? "")).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("When a policy leaves a hard identifier, then it is replaced wherever it is", () => {
  const written = `Herr Koch, geboren am 3.4.1975.${FILLER}\n\nanna@example.com`;
  const policy = { types: { EMAIL: false, DATE_OF_BIRTH: true } };
  const { fields } = sanitiseFields(engine, { fields: [{ name: "text", text: written }], policy });
  expect(fields[0]?.text).toContain("[EMAIL_1]");
});

test.each([
  ["next to a placeholder", "+49 30 1234567[PERSON_1]", 1],
  ["behind a gap", "[PERSON_1] 4111 1111 1111 1111", 1],
  ["encoded next to it", `[PERSON_1] ${btoa("anna@example.com")}`, 1],
  ["encoded without padding", `[PERSON_1] sagt: ${btoa("bob@example.com")}, bitte`, 1],
  ["encoded behind a long word", `[PERSON_1], Krankenversicherungen ${btoa("bob@example.com")}`, 1],
  ["far from it", `[PERSON_1]${FILLER}\n+49 30 1234567`, 0],
])("What is looked at: an identifier %s", (_where, written, count) => {
  const start = written.indexOf("[");
  const placeholder = { start, end: start + "[PERSON_1]".length };
  expect(uncoveredIdentifiers(written, [placeholder])).toHaveLength(count);
});
