import { describeRecognizer } from "../recognizer.contract.ts";
import { townBeforeState } from "./town-before-state.ts";

describeRecognizer(townBeforeState, {
  hits: [
    "in ⟦Austin, TX⟧.",
    "One Way, ⟦Redmond, WA⟧ 98052",
    "⟦New Orleans, LA⟧ 70112",
    "from ⟦Fond du Lac, WI⟧ to",
  ],
  misses: [
    "Hello, OK.",
    "Yes, IN that case",
    "See foo, TX",
    "12, TX",
    "Anna, ME too",
    "A, TX",
    "TLS, VAT",
  ],
});
