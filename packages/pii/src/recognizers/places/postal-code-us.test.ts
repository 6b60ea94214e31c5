import { describeRecognizer } from "../recognizer.contract.ts";
import { postalCodeUs } from "./postal-code-us.ts";

describeRecognizer(postalCodeUs, {
  hits: [
    "Springfield, IL ⟦62704⟧",
    "Saginaw, Michigan ⟦48604⟧ (989)",
    "Albany, New York ⟦12207-1234⟧.",
    "ZIP code: ⟦90210⟧",
    "my zip is ⟦90210⟧",
    '"postal_code": "⟦90210⟧"',
  ],
  misses: [
    "62704",
    "order 62704 of us",
    "IN 123456",
    "file.zip 12345678",
    "costs 10000 dollars",
    "OK 20000.50",
    "ME 12345-67",
    "in 90210 cases",
  ],
});
