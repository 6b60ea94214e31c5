import { endsLine } from "./line-end.ts";
import { personByContext } from "./person-by-context.ts";
import { anyNameWord } from "./person-name.ts";

/** The name under the closing words of an English letter or message, alone on its line. */
export const personSignatureEn = personByContext({
  name: "person-signature-en",
  before:
    /(?<![\p{L}\p{N}_])(?:(?:(?:kind|best|warm|kindest|warmest)(?: personal)? )?regards|(?:best|warm) wishes|(?:yours )?(?:sincerely|faithfully|truly|respectfully)|(?:many |with )?thanks|thank you|cheers|all the best|best|love|take care)[ \t]{0,4}[,!.]?[ \t]{0,4}(?:\r?\n[ \t]{0,8}){1,3}(?:[-–—*]{1,2}[ \t]?)?(?:(?:Dr|Prof|Mr|Mrs|Ms)\.?[ \u00a0]){0,2}/giu,
  continues: anyNameWord,
  maxParts: 4,
  confidence: 0.8,
  accepts: endsLine,
});
