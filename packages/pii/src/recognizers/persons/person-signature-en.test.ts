import { describeRecognizer } from "../recognizer.contract.ts";
import { personSignatureEn } from "./person-signature-en.ts";

describeRecognizer(personSignatureEn, {
  hits: [
    "Best regards,\n⟦Anna⟧",
    "Kind regards\n\n⟦Xaver Qrst⟧\nSales",
    "Thanks!\n- ⟦John⟧",
    "Yours sincerely,\r\nDr. ⟦Emily Johnson⟧\r\n",
    "cheers,\n⟦Bob⟧",
  ],
  misses: [
    "Best regards,\nYour Team",
    "Thanks,\nwe will call",
    "Best\nPractices for teams are here",
    "Regards from Anna",
    "Thanks,\n[PERSON_1]",
  ],
});
