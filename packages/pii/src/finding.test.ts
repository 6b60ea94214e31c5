import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createDocument } from "./document.ts";
import { createFinder } from "./finding.ts";
import { RECOGNIZERS } from "./layers/patterns/patterns-layer.ts";

const WORDS = [
  ..."PLZ|Postcode|ZIP|APO AE|SSN|driver's license|account|Steuernummer|UIN|Wallet|12 MG Road, Pune".split(
    "|",
  ),
  "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
  "Bonn",
  "SW1A",
];
const code = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 18 }),
  fc.string({ unit: fc.constantFrom(..."0123456789ABKXab"), minLength: 1, maxLength: 36 }),
  fc.constantFrom(...WORDS),
);
const text = fc
  .array(fc.tuple(code, fc.constantFrom(" ", "-", ": ", "\n", ", ")), { maxLength: 8 })
  .map((parts) => parts.flat().join(""));

test("When a recognizer is skipped because no code has its length, then it has no hit", () => {
  const gated = RECOGNIZERS.filter(({ codeLengths }) => codeLengths !== undefined);
  expect(gated.length).toBeGreaterThan(20);
  const open = gated.map(({ codeLengths: _any, ...rest }) => rest);
  const [find, findAnyway] = [createFinder(gated), createFinder(open)];
  fc.assert(
    fc.property(text, (written) => {
      const doc = createDocument(written, "en");
      expect(find(doc)).toEqual(findAnyway(doc));
    }),
    { numRuns: 2000 },
  );
});
