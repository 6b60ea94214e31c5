import { describeRecognizer } from "../../recognizer.contract.ts";
import { postalCodeGb } from "./postal-code-gb.ts";

describeRecognizer(postalCodeGb, {
  hits: [
    "⟦M1 1AA⟧",
    "London ⟦SW1A 1AA⟧.",
    "⟦GIR 0AA⟧",
    "⟦EC1A1BB⟧",
    "postcode: ⟦ls1 4ap⟧",
    "My postcode is ⟦LS14AP⟧, thanks",
    "From ⟦SW1A 1AA⟧ to ⟦EC1A 1BB⟧",
  ],
  misses: [
    "QA1 1AA",
    "M1 1CA",
    "M1 1AI",
    "1A1 1AA",
    "ABCM11AADEF",
    "a MacBook M1 8GB",
    "model E1 6AB2",
    "sha E11AA in the log",
    "b1 2ab",
    "/W1A 1HQ",
  ],
});
