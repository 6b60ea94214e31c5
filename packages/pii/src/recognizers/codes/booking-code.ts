import type { Hit, Recognizer } from "../../finding.ts";

const CODE =
  /[a-z]+(?:[ -](?:code|reference|ref|locator|no|number|nr))?\.?(?:[ ](?:is|was|lautet|ist))?["'”*]{0,2}[ :=#]{1,3}["'“*]{0,2}/iy;
const VALUE = /[A-Z0-9]{5,8}(?![\p{L}\p{N}_-])/uy;
/**
 * Words that are not a label by themselves ("Buchung BITTE", "booking CLOSED"): the code after them
 * must match `MIXED`.
 */
const BARE = /^(?:buchung|reservation|booking|confirmation)[ :=#"'”“*]*$/i;
const MIXED = /^(?=.*[A-Z])(?=.*\d)[A-Z\d]{6,}$/;
const NAMES =
  /^(?:pnr|buchung|(?:reservation|booking|confirmation)[ :]{1,3}$|(?:record )?locator|buchungs(?:code|referenz|nummer)|reservierungscode|(?:booking|reservation|confirmation)[ -](?:code|reference|ref|no|number|locator))/i;

/**
 * Recognizes booking codes of five to eight capitals and digits after a word for a booking (IATA
 * Resolution 830d, "Passenger Name Record").
 */
export const bookingCode: Recognizer = {
  name: "booking-code",
  type: "ID_NUMBER",
  triggers: [
    "pnr",
    "locator",
    "buchung",
    "buchungscode",
    "buchungsreferenz",
    "buchungsnummer",
    "reservierungscode",
    "booking",
    "reservation",
    "confirmation",
  ],
  find({ text }, triggeredAt) {
    return triggeredAt.flatMap((at) => codeBehind(text, at));
  },
};

function codeBehind(text: string, at: number): Hit[] {
  CODE.lastIndex = at;
  if (!CODE.test(text) || !NAMES.test(text.slice(at, CODE.lastIndex))) return [];
  const start = CODE.lastIndex;
  VALUE.lastIndex = start;
  if (!VALUE.test(text)) return [];
  const isSure =
    !BARE.test(text.slice(at, start)) || MIXED.test(text.slice(start, VALUE.lastIndex));
  return isSure ? [{ start, end: VALUE.lastIndex, confidence: 0.7 }] : [];
}
