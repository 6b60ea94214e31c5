import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createFinder, partsOf } from "./finding.ts";
import { withAllCodes } from "./recognizers/codes/with-all-codes.ts";
import { RECOGNIZERS } from "./recognizers/patterns-layer.ts";
import { createDocument } from "./text/document.ts";

const WORDS = [
  ..."PLZ|Postcode|ZIP|APO AE|SSN|driver's license|plate:|account|sort code|Steuernummer|Tel.|aged|born|IBAN|card|NHS|NPI|USt-IdNr.|HRB|AG Bonn HRB|LANR|BSNR|MBI|NINO|UIN|UID|Wallet|12 MG Road, Pune|Hauptstraße|wohnt Am Markt|Main Street|May|am|at|GIR|DE|AT U|CHE|AB|M-XY|Bonn|SW1A|Flensburg,".split(
    "|",
  ),
  "de 89 3704 0044 0532 0130 00",
  "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
];
const JOINTS = [
  ..." |-|.|/|:|,|: |, |\n|\u00a0|'|_|@|$|%|(|)|+|#|=|\u2013|ä|\u200b|٣|\"| - | / ".split("|"),
  "|",
];
const code = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 18 }),
  },
  fc.string({ unit: fc.constantFrom(..."0123456789ABKXab"), minLength: 1, maxLength: 36 }),
  fc.constantFrom(...WORDS),
);
const text = fc
  .array(fc.tuple(code, fc.constantFrom(...JOINTS)), { maxLength: 8 })
  .map((parts) => parts.flat().join(""));

test("When a recognizer skips a code because of the characters next to it, then it has no hit there", () => {
  const gated = RECOGNIZERS.filter((one) => partsOf(one).some(({ codes }) => codes !== undefined));
  expect(gated.length).toBeGreaterThan(20);
  const [find, findAnyway] = [createFinder(gated), createFinder(gated.map(withAllCodes))];
  fc.assert(
    fc.property(text, (written) => {
      const doc = createDocument(written, "en");
      expect(find(doc)).toEqual(findAnyway(doc));
    }),
    { numRuns: 2000 },
  );
});
