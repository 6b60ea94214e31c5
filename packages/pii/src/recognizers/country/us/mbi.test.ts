import { describeRecognizer } from "../../recognizer.contract.ts";
import { mbi } from "./mbi.ts";

describeRecognizer(mbi, {
  hits: [
    "Patient ⟦1EG4-TE5-MK73⟧ and ⟦2AG9-XC4-NN22⟧",
    "⟦1EG4TE5MK73⟧ was seen",
    "Medicare ID: ⟦3cd5fg7hj89⟧",
    "the MBI is ⟦1eg4 te5 mk73⟧",
    "⟦9XX9-XX9-XX99⟧",
  ],
  misses: [
    "1SG4-TE5-MK73",
    "1EG4-LE5-MK73",
    "1EG4-TE5-OK73",
    "1EG4-ZE5-MK73",
    "0EG4-TE5-MK73",
    "AEG4-TE5-MK73",
    "12G4-TE5-MK73",
    "MBI 1EG4TE5MK7",
    "MBI 1EG4TE5MK734",
    "commit 1ef4de5ac73 of",
    "1EG4-TE5MK73",
    "[US_MBI_1]",
  ],
});
