import type { Hit, Recognizer, Span } from "../../finding.ts";
import { endPattern } from "../../text/end-pattern.ts";
import { isAgeOfPerson } from "./age-of-person.ts";

const AFTER =
  /(?:[- ]years?[- ]olds?\b|[- ](?:years|yrs?\.?) (?:old|of age)\b|[- ]?y\/o\b|[- ]?yo\b|[- ]y(?=[,;)]| day)|[- ]months?[- ]old\b|(?: ?[-–] ?| )?jährige?[rnsm]?\b|(?: ?[-–] ?)?jähr\.|[-–]j\.|[- ]Jahre?n? alt\b)/iuy;
const THING =
  /^[ -]{0,2}(?:single |\p{Lu}\p{Ll}+ )?(?:malt|boiler|heizung|whisk|scotch|wine|rum|bottle|build|house|home|car|truck|tree|compan|firm|code|bug|laptop|computer|phone|system|tradition|building|law|contract|vertrag|erfahrung|laufzeit|jubil|bestehen|frist|zusammenarbeit|garantie|tätigkeit|haft|ausbildung|bindung|studium|mitglied|projekt|freiheits|gefängnis|amtszeit|forschung|geschichte|kaution)/iu;
const BEFORE = endPattern(
  /(?:^|[\s"'({*_,<;/])(?:aged?|age of|age is|age was|alter von|alter)["'*_>]{0,3}(?:\/(?:sex|geschlecht))? ?[:=]?\\{0,7}["'*_]{0,2} {0,3}$/i,
);
/** Matches words before the age of a law, a statistic or an era. */
const NOT_OF_A_PERSON =
  /\b(?:(?:under|over|below|above|unter|über|ab) (?:the|dem|einem) |average|mean|median|legal|min(?:imum|\.)?|max(?:imum|\.)?|drinking|voting|retirement|stone|iron|bronze|new|school|durchschnittliches|mittleres|mindestens) ?(?:aged?|alter)\b[^\p{L}]{0,4}(?:is |was |ist |of |von )?$/iu;
const AFTER_COMMA = /\p{Lu}\p{Ll}{2,20} \p{Lu}\p{Ll}{2,20}, $/u;
const YEARS = /^ (?:Jahre|years)[,.;)]/;
const TURNED = endPattern(
  /\b(?:turn(?:s|ed|ing)?|am|i['’]m|he['’]s|she['’]s|is|bin|ist|wird|wurde) (?:just |now |already |about |erst |schon |jetzt )?$/i,
);
const TURNED_VERB = endPattern(/\bturn(?:s|ed|ing)? (?:just |now )?$/i);
const SENTENCE_END =
  /^(?:[.!?,;)]|$|\s*\n| (?:and|today|this|next|in|on|last|tomorrow|soon|years? now)\b)/;
const UNIT =
  /^(?: ?[–-] ?| to | bis )\d|^[ ]?(?:%|°|percent|prozent|days?|hours?|minutes?|seconds?|weeks?|tagen?|stunden|wochen|minuten|sekunden|degrees)/i;
const OLDEST = 120;
const FREE_BEFORE = /^[^.,:$#_-]?$|[ /]$/;

/**
 * Recognizes ages: "65-year-old", "aged 65", "65 Jahre alt", "Alter: 65" (HIPAA, 45 CFR
 * 164.514(b)(2)(i)(C)).
 */
export const age: Recognizer = {
  name: "age",
  type: "AGE",
  codes: [
    { run: [1, 3], begins: "number", before: FREE_BEFORE, after: /^(?![.,:/-]0)/ },
    { run: [2, Number.POSITIVE_INFINITY], begins: "digit", before: FREE_BEFORE },
  ],
  find({ text, codes }, places) {
    const hits: Hit[] = [];
    for (const index of places) {
      const start = codes.starts[index] ?? 0;
      const length = digitsAt(text, start, codes.ends[index] ?? start);
      if (length === 0 || /[\d.,:$€£#_-]/.test(start === 0 ? "" : text.charAt(start - 1))) continue;
      const end = start + length;
      const confidence = confidenceAt(text, start, end);
      if (confidence > 0) hits.push({ start, end, confidence });
    }
    return hits;
  },
};

function digitsAt(text: string, start: number, end: number): number {
  const [digits = ""] = /^\d{0,4}/.exec(text.slice(start, Math.min(end, start + 4))) ?? [];
  const number = Number(digits);
  const whole =
    digits.length === end - start || /^[jymf]/i.test(text.charAt(start + digits.length));
  return digits.length < 4 && whole && number > 0 && number <= OLDEST ? digits.length : 0;
}

function confidenceAt(text: string, start: number, end: number): number {
  const unitEnd = endOfUnit(text, end);
  if (unitEnd !== -1) return THING.test(text.slice(unitEnd, unitEnd + 24)) ? 0 : 0.85;
  const after = text.slice(end, end + 12);
  const before = text.slice(Math.max(0, start - 20), start);
  if (UNIT.test(after) || /^(?:[.,:/-]\d|(?![mf] )\w)/i.test(after)) return 0;
  if (BEFORE.test(before))
    return NOT_OF_A_PERSON.test(text.slice(Math.max(0, start - 36), start)) ? 0 : 0.75;
  if (TURNED_VERB.test(before)) return SENTENCE_END.test(after) && start > 0 ? 0.6 : 0;
  return confidenceBehind(text, { start, end }, before, after);
}

function endOfUnit(text: string, end: number): number {
  AFTER.lastIndex = end;
  return mayBeUnit(text, end) && AFTER.test(text) ? AFTER.lastIndex : -1;
}

/**
 * A cheap test to run before `AFTER`: every match begins with one of these letters, after blanks
 * and hyphens.
 */
function mayBeUnit(text: string, end: number): boolean {
  let at = end;
  while (at < end + 3 && " -–".includes(text.charAt(at) || "x")) at += 1;
  return "yjmYJM".includes(text.charAt(at) || "x");
}

function confidenceBehind(
  text: string,
  { start, end }: Span,
  before: string,
  after: string,
): number {
  if (TURNED.test(before) && /^(?: y\/o| jahre\b)/i.test(after)) return 0.7;
  return isBehindName(text, start, after) || isAgeOfPerson(text, start, end) ? 0.6 : 0;
}

function isBehindName(text: string, start: number, after: string): boolean {
  return YEARS.test(after) && AFTER_COMMA.test(text.slice(Math.max(0, start - 46), start));
}
