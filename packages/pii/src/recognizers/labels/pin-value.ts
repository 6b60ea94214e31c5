import type { Span } from "../../finding.ts";
import type { Joint } from "./label-joint.ts";

/** Matches "448 201", "2-20-31" and "4402#". */
const DIGITS = /\d{1,4}(?:[ -]\d{1,4}){1,3}(?![\p{L}\d]|[.,-]\d)|#?\d{2,8}(?![\p{L}\d])[*#]{0,2}/uy;
const MIXED = /[A-Za-z]{0,2}\d[\dA-Za-z]{1,9}[*#]?/y;
/** Words for locks, cards and second factors. If one is near the word "code", a code follows. */
const NEAR_CODE =
  /door|gate|lock|safe|alarm|keypad|card|expir|cvv|2fa|otp|sms|verif|log ?in|auth|tür|tor\b|garage|schrank|tresor|schloss|karte|gültig|anmeld|zugang/i;
/** Words that have this effect only directly before "code". */
const BEFORE_CODE = /(?:building|entry|access|mfa|security|one[- ]time|sicherheits)[ _-]?$/i;
/** Words for a lock that have this effect directly after "code". */
const FOR_LOCK =
  /^ (?:for|für) (?:the |die |den )?(?:\p{L}+ )?(?:haus|front |back )?(?:door|gate|tür|tor|garage|alarm)/iu;
const NEAR = 60;
/**
 * Words for what a code unlocks, which do not name the code itself. The number after them must not
 * look like a year.
 */
const LOCKS =
  /^(?:alarm|haustor|tresor|lockbox|keypad|schlüsselbox|schlüsselkasten|zahlenschloss|padlock)$/i;
const SENT_TAN = /(?:sms|push|chip|photo|mobile)[- ]?$/i;
const YEAR = /^(?:19|20)\d\d(?![\d#*])/;
const SAFE_BEFORE = /(?:safe|lock) ?$/i;
const CARD_CODE = /^(?:cvv|cvc|csc|prüfziffer|kartenprüf)/i;
const SHORT = 3;
const LEAST = 4;

/** Returns a number that unlocks a building, a card, a phone or an account. */
export function pinAt(text: string, label: string, at: number, joint: Joint): Span | undefined {
  if (LOCKS.test(label) && YEAR.test(text.slice(joint.value, joint.value + 5))) return undefined;
  const least = leastLength(text, label, at, joint);
  const end = least === undefined ? -1 : codeEnd(text, joint.value, least);
  if (end === -1) return undefined;
  const after = text.slice(end, end + 12);
  if (/^(?:[\p{L}\d_%]|[.:,/]\d)/u.test(after)) return undefined;
  // In "pin 1000 notes", the number is an amount. Without a sign, only a conjunction may follow a
  // code.
  const isAmount = joint.sign === "" && !CARD_CODE.test(label) && /^ \p{Ll}{3}/u.test(after);
  return isAmount && !/^ (?:and|und|for|für)\b/.test(after)
    ? undefined
    : { start: joint.value, end };
}

function codeEnd(text: string, start: number, least: number): number {
  DIGITS.lastIndex = start;
  if (DIGITS.test(text)) {
    const digits = text.slice(start, DIGITS.lastIndex).replace(/\D/g, "").length;
    return digits >= least ? DIGITS.lastIndex : -1;
  }
  MIXED.lastIndex = start;
  if (!MIXED.test(text)) return -1;
  const written = text.slice(start, MIXED.lastIndex);
  return written.length >= LEAST && /\d\D*\d/.test(written) ? MIXED.lastIndex : -1;
}

/**
 * Returns the minimum number of digits, or undefined if the word is not a label here, such as
 * "code" in another sense.
 */
function leastLength(text: string, label: string, at: number, joint: Joint): number | undefined {
  if (CARD_CODE.test(label)) return SHORT;
  const before = text.slice(Math.max(0, at - 14), at);
  switch (label.toLowerCase()) {
    case "code":
      if (/security[ _-]?$/i.test(before)) return SHORT;
      return BEFORE_CODE.test(before) ||
        FOR_LOCK.test(text.slice(at + 4, at + 32)) ||
        NEAR_CODE.test(text.slice(Math.max(0, at - NEAR), joint.value))
        ? LEAST
        : undefined;
    case "combination":
      return SAFE_BEFORE.test(before) ? LEAST : undefined;
    case "tan":
      return label === "TAN" || SENT_TAN.test(before) ? LEAST : undefined;
    default:
      return LEAST;
  }
}
