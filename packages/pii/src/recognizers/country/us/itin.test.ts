import { describeRecognizer } from "../../recognizer.contract.ts";
import { itin } from "./itin.ts";

describeRecognizer(itin, {
  hits: [
    "⟦911-70-1234⟧ is enough",
    "⟦911-53-1234⟧, ⟦911-64-1234⟧",
    "⟦911701234⟧",
    "ITIN: ⟦911701234⟧.",
    "taxpayer id ⟦999 88 1234⟧",
    '{"itin":"⟦900921234⟧"}',
  ],
  misses: [
    "911-89-1234",
    "my tax id 911-93-1234",
    "ITIN 811-70-1234",
    "911701234 items",
    "ITIN 911-70.1234",
    "ITIN 911-70-12345",
    "[US_ITIN_1]",
  ],
});
