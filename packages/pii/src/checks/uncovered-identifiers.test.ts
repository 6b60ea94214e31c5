import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createEngine } from "../engine.ts";
import { sanitiseFields } from "../replace/sanitise-fields.ts";
import { overlaps } from "../text/spans.ts";
import { findHardIdentifiers } from "./hard-identifiers.ts";
import { mayHoldIdentifier, uncoveredIdentifiers } from "./uncovered-identifiers.ts";

const engine = createEngine();
/** Text without a finding, longer than any context. */
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

test("A sanitised text has no hard identifier near its placeholders or far from them", () => {
  fc.assert(
    fc.property(text, (written) => {
      const [field] = sanitiseFields(engine, { fields: [{ name: "text", text: written }] }).fields;
      expect(findHardIdentifiers(field?.text ?? "")).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

const ENCODED = btoa("anna@example.com is my address");
const lines = (length: number) =>
  (ENCODED.match(new RegExp(`.{1,${length}}`, "g")) ?? []).join("\n");
const NEAR = [
  ...[
    "[PERSON_1]",
    "[PERSON_1]",
    "\n",
    "\n",
    " ",
    " mobile",
    "Amt",
    "am 3. und 12. ",
    ", ",
    "-",
    "> ",
  ],
  ...[
    "1",
    "2",
    " 3 ",
    "04 ",
    "D E 8 9 3 7 0 4 ",
    "0 0 4 4 ",
    "M U 1 7 ",
    "MU17 B1C2",
    "DE89 ",
    "x",
    ".",
  ],
  ...["# ", "? ", ENCODED, lines(8), lines(16), lines(20), ENCODED.slice(0, 12), ENCODED.slice(12)],
  ...[
    "DE89 3704 0044",
    " 0532 0130 00",
    "+49 30-",
    "1234567",
    "4111 1111",
    "gegen",
    "(",
    "_",
    "\r\n",
  ],
  "Krankenversicherungsgesellschaften",
];
/** The check does not look at base64 that begins farther away. */
const REACH = 40;
const near = fc
  .array(fc.constantFrom(...NEAR), { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join(""));

test("When a place near a placeholder is not searched, then it has no identifier", () => {
  let skipped = 0;
  fc.assert(
    fc.property(near, (written) => {
      const placeholders = Array.from(written.matchAll(/\[PERSON_1\]/g), ({ 0: all, index }) => ({
        start: index,
        end: index + all.length,
      }));
      const everywhere = uncoveredIdentifiers(written, placeholders, () => true);
      const found = uncoveredIdentifiers(written, placeholders);
      const there = everywhere.filter((finding) =>
        placeholders.some(({ start, end }) =>
          overlaps(finding, { start: start - REACH, end: end + REACH }),
        ),
      );
      expect(found).toEqual(expect.arrayContaining([...there]));
      if (!mayHoldIdentifier(written, 0, written.length)) skipped += 1;
    }),
    { numRuns: 5000 },
  );
  expect(skipped).toBeGreaterThan(100);
});

test("When a policy keeps the type of a hard identifier, then the identifier is replaced even far from other findings", () => {
  const written = `Herr Koch, geboren am 3.4.1975.${FILLER}\n\nanna@example.com`;
  const policy = { types: { EMAIL: false, DATE_OF_BIRTH: true } };
  const { fields } = sanitiseFields(engine, { fields: [{ name: "text", text: written }], policy });
  expect(fields[0]?.text).toContain("[EMAIL_1]");
});

/** A valid IBAN with a letter between any two digits of its account. */
const ALTERNATING = "KW03CBKUA1B2C3D4E5F6G7H8I9J0K1";

test.each([
  ["next to a placeholder", "+49 30 1234567[PERSON_1]", 1],
  ["after a gap", "[PERSON_1] 4111 1111 1111 1111", 1],
  ["encoded next to a placeholder", `[PERSON_1] ${btoa("anna@example.com")}`, 1],
  ["encoded without padding", `[PERSON_1] sagt: ${btoa("bob@example.com")}, bitte`, 1],
  ["encoded after a long word", `[PERSON_1], Krankenversicherungen ${btoa("bob@example.com")}`, 1],
  ["of spaced letters and digits", `[PERSON_1] ${[...ALTERNATING].join(" ")}`, 1],
  [
    "in quoted lines",
    `[PERSON_1]: ${ALTERNATING.slice(0, 3)}\n> ${ALTERNATING.slice(3).replace(/..../g, "$& ")}`,
    1,
  ],
  [
    "in lines of base64 that begin at the end of the place",
    `[PERSON_1] mobile\nnothing is said here about anyone at all: ${ENCODED.slice(0, 15)}\n${ENCODED.slice(15)}`,
    1,
  ],
  ["in base64 with a hyphen at the end of a line", "[PERSON_1] Ym9iQG1h-\naWwuZGUh ist da", 1],
  ["far from a placeholder", `[PERSON_1]${FILLER}\n+49 30 1234567`, 0],
])(
  "The search near placeholders for an identifier %s in %j has %d findings",
  (_where, written, count) => {
    const start = written.indexOf("[");
    const placeholder = { start, end: start + "[PERSON_1]".length };
    expect(uncoveredIdentifiers(written, [placeholder])).toHaveLength(count);
  },
);
