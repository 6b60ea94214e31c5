import type { Hit, Recognizer, SingleRecognizer, Span } from "../../finding.ts";
import { isDate } from "../dates/date-grammar.ts";

const BEFORE = 24;
const BEHIND = 90;
const LONGEST = 24;
/**
 * Matches codes as typed on a keypad: "2894#", "0815*1". A sign before the digits is not matched,
 * because it may mark the line as a list item or a comment.
 */
const KEYPAD = /(?<![\p{L}\d.,/])(?:(?<!\*)\d{3,8}\*\d{0,2}|\d{3,8}#)(?![\p{L}\d#*]| ?\d)/gu;
const PUNCHED = /(?<=\b(?:punch|key|type|tap)(?:ed|ing)? in )\d{4,8}(?![\p{L}\d]|[.,:/-]\d)/giu;
/** Matches combinations of locks: "77-14-02", "3-8-1-6". */
const COMBINATION = /(?<![\p{L}\d]|\d[./-])\d{1,2}(?:-\d{1,2}){2,4}(?![\p{L}\d]|[-./]\d)/gu;

/**
 * Recognizes codes that open buildings and safes or turn off alarms, by their form and a word
 * nearby for what they open.
 */
export const lockCode: Recognizer = {
  name: "lock-code",
  type: "SECRET",
  parts: [
    near(
      `door gate alarm alarms alarmanlage keypad garage cellar haustür haustor tür tor türcode torcode haustürcode alarmcode keller
      tresor tresorcode safe schloss lock code`,
      [KEYPAD, PUNCHED],
    ),
    near(
      `tresor tresorcode safe schloss fahrradschloss zahlenschloss vorhängeschloss spind lock padlock locker combination kombination`,
      [COMBINATION],
    ),
  ],
};

function near(words: string, forms: readonly RegExp[]): SingleRecognizer {
  return {
    name: "lock-code",
    type: "SECRET",
    needs: "0",
    triggers: words.split(/\s+/),
    find({ text }, places) {
      const hits: Hit[] = [];
      let read = 0;
      for (const at of places) {
        const from = Math.max(0, at - BEFORE, read - LONGEST);
        const to = Math.min(text.length, at + BEHIND);
        for (const form of forms) hits.push(...codesIn(text, { start: from, end: to }, form, read));
        read = to;
      }
      return hits;
    },
  };
}

/** Returns the codes that end after `read` and are not cut off at either end of the span. */
function codesIn(text: string, { start, end }: Span, form: RegExp, read: number): readonly Hit[] {
  const hits: Hit[] = [];
  for (const { index, 0: code } of text.slice(start, end).matchAll(form)) {
    const hit = { start: start + index, end: start + index + code.length, confidence: 0.6 };
    const isCut = (index === 0 && start > 0) || (hit.end === end && end < text.length);
    if (!isCut && hit.end >= read && !mayBeDate(code)) hits.push(hit);
  }
  return hits;
}

/** Returns whether the code may be a date, such as "2-20-31". */
function mayBeDate(code: string): boolean {
  return code.split("-").length === 3 && isDate(code);
}
