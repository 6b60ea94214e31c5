import { describeRecognizer } from "../recognizer.contract.ts";
import { personSignatureDe } from "./person-signature-de.ts";

describeRecognizer(personSignatureDe, {
  hits: [
    "Mit freundlichen Grüßen\n⟦Peter Müller⟧\n",
    "Viele Grüße,\n\n⟦Xaverl⟧",
    "LG\n⟦Anna⟧",
    "MfG\r\ni. A. ⟦Sabine Koch⟧\r\nEinkauf",
    "Beste Gruesse\nDr. ⟦Weber⟧",
  ],
  misses: [
    "Mit freundlichen Grüßen\nIhr Team",
    "Viele Grüße\naus dem Urlaub",
    "Danke\nDas war alles für heute",
    "Liebe Grüße aus Köln",
    "LG\n[PERSON_1]",
  ],
});
