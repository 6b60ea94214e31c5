import type { Hit, Recognizer } from "../../finding.ts";

const CLOSINGS =
  "regards thanks thx cheers best sincerely love yours grüße grüßen gruß grüsse grüssen gruss lg vg mfg hg danke ciao servus";
/**
 * Matches the rest of the closing's line, and on the next line nothing but initials or a name of up
 * to four letters, in any case: "JB", "-dp", "J. B.", "Jo".
 */
const SIGNED =
  /\p{L}{2,12}(?: \p{L}{1,12}){0,3}[ \t]{0,2}[,.!]{0,3}[ \t]{0,2}\r?\n(?:[ \t]{0,4}\r?\n){0,2}[ \t]{0,4}(?:[-–—~*] ?)?(\p{L}{2,4}|\p{L}\.? ?\p{L}\.|\p{L}\.?)[ \t]{0,4}(?=[\r\n]|$)/uy;
/** Matches a name in the closing's line after a dash: "Thanks -dp". */
const DASHED = /\p{L}{2,12}[,.!]{0,2} ?[-–—~] ?(\p{L}{1,4})[ \t]{0,4}(?=[\r\n]|$)/uy;
/**
 * Matches a name in the closing's line after a comma: "Danke, Ute", "Regards, Priyanka, Desk 5".
 */
const BEHIND_COMMA = /\p{L}{2,12}[,!] (\p{Lu}\p{Ll}{1,15})[ \t]{0,4}(?=[\r\n]|$|, \p{Lu})/uy;
const NO_NAMES = new Set(
  `ihr ihre dein deine euer eure bin ps nb cc bcc fyi ok okay yes no yep nope ja nein to von from an re aw wg fwd fw tel fax mob all am on at der die das
  end and und the hi hey hello bye bis tel. see you note pdf url http www app asap tbd info team sent top edit ende seite
  wir ich we i it is in so oh ach na also auch noch nur wie was who why how`.split(/\s+/),
);

/**
 * Recognizes initials and short names below the closing of a letter. The name model finds longer
 * names.
 */
export const signOff: Recognizer = {
  name: "sign-off",
  type: "PERSON",
  triggers: CLOSINGS.split(" "),
  find({ text }, triggeredAt) {
    return triggeredAt.flatMap((at) => [
      ...signedAt(text, at, SIGNED),
      ...signedAt(text, at, DASHED),
      ...signedAt(text, at, BEHIND_COMMA),
    ]);
  },
};

function signedAt(text: string, at: number, pattern: RegExp): Hit[] {
  pattern.lastIndex = at;
  const [all = "", name = ""] = pattern.exec(text) ?? [];
  if (name === "" || NO_NAMES.has(name.toLowerCase())) return [];
  const start = at + all.trimEnd().length - name.length;
  return [{ start, end: start + name.length, confidence: 0.6 }];
}
