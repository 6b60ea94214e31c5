import { endsLine } from "./line-end.ts";
import { personByContext } from "./person-by-context.ts";
import { anyNameWord } from "./person-name.ts";

/** The name under the closing words of a German letter or message, alone on its line. */
export const personSignatureDe = personByContext({
  name: "person-signature-de",
  before:
    /(?<![\p{L}\p{N}_])(?:(?:mit )?(?:(?:den )?(?:freundlichen|besten|vielen|lieben|herzlichen|schönen)|freundliche|beste|viele|liebe|herzliche|schöne)[ \u00a0]gr(?:u|ü|ue)(?:ß|ss)(?:en|e)?|gru(?:ß|ss)|mfg|vg|lg|hochachtungsvoll|bis bald|(?:vielen |besten )?dank|danke)[ \t]{0,4}[,!.]?[ \t]{0,4}(?:\r?\n[ \t]{0,8}){1,3}(?:i\. ?[AV]\.[ \t]{0,2})?(?:(?:Dr|Prof|Dipl\.-Ing)\.?[ \u00a0](?:med\. )?){0,2}/giu,
  continues: anyNameWord,
  maxParts: 4,
  confidence: 0.8,
  accepts: endsLine,
});
