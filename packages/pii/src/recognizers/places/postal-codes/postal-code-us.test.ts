import { describeRecognizer } from "../../recognizer.contract.ts";
import { postalCodeUs } from "./postal-code-us.ts";

describeRecognizer(postalCodeUs, {
  hits: [
    "Springfield, IL ⟦62704⟧",
    "Saginaw, Michigan ⟦48604⟧ (989)",
    "Albany, New York ⟦12207-1234⟧.",
    "ZIP code: ⟦90210⟧",
    "the ZIP on the form reads ⟦60614⟧, right?",
    "We have the ZIP as ⟦73301-7133⟧.",
    "my zip is ⟦90210⟧",
    '"postal_code": "⟦90210⟧"',
  ],
  misses: [
    "62704",
    "the ZIP holds 12345 files",
    "order 62704 of us",
    "IN 123456",
    "file.zip 12345678",
    "costs 10000 dollars",
    "OK 20000.50",
    "ME 12345-67",
    "in 90210 cases",
  ],
});
