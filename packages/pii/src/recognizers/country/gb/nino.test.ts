import { describeRecognizer } from "../../recognizer.contract.ts";
import { nino } from "./nino.ts";

describeRecognizer(nino, {
  hits: [
    "⟦AA 12 34 56 B⟧",
    "⟦hh 01 02 03 d⟧",
    "⟦tw987654a⟧",
    "nino: ⟦pr 123612c⟧.",
    "Here is my National Insurance Number ⟦YZ 61 48 68 B⟧, thanks",
    "paid by ⟦AB123456C⟧ and ⟦JG-10-37-59-A⟧",
  ],
  misses: [
    "AA 12 34 56 H",
    "AB 12 34 56 1",
    "FQ 00 00 00 C",
    "BG123612A",
    "nino: nt 99 88 77 a",
    "NI number UV 98 76 54 B",
    "AO123456C",
    "commit ab123456c here",
    "XAA123456B",
    "12 34 56 B",
    "[GB_NINO_1]",
  ],
});
