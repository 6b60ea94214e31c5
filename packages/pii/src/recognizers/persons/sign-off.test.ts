import { describeRecognizer } from "../recognizer.contract.ts";
import { signOff } from "./sign-off.ts";

describeRecognizer(signOff, {
  hits: [
    "Regards, ⟦Priyanka⟧, Desk 5",
    "Danke, ⟦Ute⟧",
    "See you.\nThanks,\n⟦dp⟧",
    "Best\n⟦GT⟧",
    "Kind regards,\n\n⟦M⟧\n",
    "Viele liebe Grüße\n⟦Jo⟧\nACME",
    "LG\n- ⟦kl⟧",
    "Mit freundlichen Grüßen\n⟦H. K.⟧",
    "will do, thanks!\n⟦Ann⟧",
    "cheers -⟦dp⟧",
  ],
  misses: [
    "Thanks, Team",
    "Danke, das war gut",
    "Thanks,\nok",
    "Thanks,\nPS: call me",
    "Best\nof all",
    "Thanks\n12",
    "the best\n\nthe end",
    "Thanks - see above",
    "Danke\nIhr Team",
    "Mit freundlichen Grüßen bin ich\nIhr\nDr. Blau",
    "Thanks -",
    "best-in-class",
  ],
});
