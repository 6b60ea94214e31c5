import { endPattern } from "../../text/end-pattern.ts";

const LABEL = endPattern(
  /(?:(?<!\p{L})(?:tel|t[eé]l[eé]?(?:fono|foon|fon(?:nummer)?|phone)?|phone|mobile?|mobil(?:nummer|telefon)?|mob|cell(?:ular|phone)?|handy(?:nummer)?|fax(?:nummer)?|landline|hotline|whatsapp|sms|rufnummer|r[uü]ckruf(?:nummer)?|durchwahl|festnetz|هاتف|جوال|تليفون|تلفن|موبايل|فون|फ\u093c?ोन|मोबाइल|тел(?:ефон)?|моб|電話|电话|手机|전화|휴대폰)(?!\p{L})\.?(?:[ _-]?(?:no|nr|number|num|nummer|#))?\.?(?: ?\([\p{L} .]{1,16}\))?(?: (?:is|ist|lautet))?)[\s:.="'*#–-]{0,5}$/iu,
);
const PHRASE = endPattern(
  /(?<!\p{L})(?:call(?:ed|ing)?|ring|dial(?:led)?|text(?:ed)?|reach(?:ed|able)?|answer(?:ed|ing)?|phon(?:e|ed|ing)|contact|erreich\p{L}*|anrufen|anruf|r[uü]ckruf|rufen sie|ruf(?:t|e)?|\p{L}*vereinbarung|kontakt)(?: [\p{L}']{1,12}){0,4}(?: (?:at|on|under|unter))[: ]{1,2}$|(?<!\p{L})(?:call|dial|ring|text) $|(?:rufen sie|ruf)(?: [\p{L}']{1,12}){0,3} an[: ]{1,2}$/iu,
);
const MINE = endPattern(
  /(?<!\p{L})(?:my|our|her|his|their|meine|unsere|ihre|seine)(?!.*(?:account|card|case|order|customer|policy|passport|security|insurance|tax|id|kunden|konto|karten|fall|steuer|versicherung)) (?:[\p{L}-]{2,14} ){0,2}(?:number|nummer) (?:is|ist|lautet)[: ]{1,2}$/iu,
);
const AFTER =
  /^[ \t]{1,2}\(?(?:office|fax|mobile|cell(?:phone)?|landline|phone|tel|mobil|privat|dienstlich|festnetz)\b/i;
const REACH = 48;
/** A cheap test to run first: it matches every phrase that LABEL, PHRASE or MINE can match. */
const HINT =
  /t[eé]l|phon|mob|cell|handy|fax|landline|hotline|whatsapp|sms|ruf|durchwahl|festnetz|call|ring|dial|text|reach|answer|contact|erreich|vereinbarung|kontakt|number|nummer|[\u0400-\u04ff\u0600-\u06ff\u0900-\u097f\u3400-\u9fff\uac00-\ud7af]/i;

/**
 * Returns whether the words around the text between `start` and `end` say that it is a phone
 * number.
 */
export function isNamedPhone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - REACH), start);
  if (HINT.test(before) && namesPhone(before)) return true;
  const next = text.slice(end, end + 24).replace(/^ ?(?:x|ext\.?) ?\d{1,6}/i, "");
  return AFTER.test(next);
}

function namesPhone(before: string): boolean {
  return LABEL.test(before) || PHRASE.test(before) || MINE.test(before);
}
