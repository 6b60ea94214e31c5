import { describeRecognizer } from "../../recognizer.contract.ts";
import { usPassport } from "./passport.ts";

describeRecognizer(usPassport, {
  hits: [
    "my passport is ⟦A12803456⟧",
    "my travel document is ⟦912803456⟧.",
    "Passport No.: ⟦z12803456⟧, issued 2021",
    "⟦A12803456⟧",
  ],
  misses: [
    "912803456",
    "part A12803456 is out of stock",
    "passport AB1280345",
    "passport 91280345",
    "passport 9128034567",
    "passport A128034567",
    "passport photo 2024-01-02",
    "[US_PASSPORT_1]",
  ],
});
