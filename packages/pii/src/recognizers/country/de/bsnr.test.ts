import { describeRecognizer } from "../../recognizer.contract.ts";
import { bsnr } from "./bsnr.ts";

describeRecognizer(bsnr, {
  hits: [
    "Betriebsstättennummer: ⟦021234568⟧",
    "BSNR ⟦711234567⟧ der Praxis.",
    "bsnr: ⟦521234567⟧",
    "Betriebsstätten-Nr. ⟦35 1234567⟧",
    "NBSNR ⟦351234567⟧",
  ],
  misses: [
    "BSNR 000000000",
    "BSNR 02123456",
    "BSNR 0212345689",
    "BSNR 02123456A",
    "021234568",
    "Praxis 021234568",
  ],
});
