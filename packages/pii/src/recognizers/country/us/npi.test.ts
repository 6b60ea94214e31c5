import { describeRecognizer } from "../../recognizer.contract.ts";
import { npi } from "./npi.ts";

describeRecognizer(npi, {
  hits: [
    "NPI ⟦1234567893⟧ and NPI ⟦1245319599⟧",
    "Provider identifier: ⟦1003000126⟧.",
    "⟦1234-567-893⟧ is enough",
    "⟦1234 567 893⟧",
    "⟦1234567893⟧",
  ],
  misses: [
    "NPI 1234567890",
    "NPI 0234567893",
    "NPI 3234567893",
    "NPI 123456789",
    "NPI 12345678934",
    "NPI 1111111112",
    "at 1234567893 seconds",
    "[US_NPI_1]",
  ],
});
