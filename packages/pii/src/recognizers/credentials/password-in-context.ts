import type { Hit, Recognizer, Span } from "../../finding.ts";

const BEFORE = 24;
const BEHIND = 140;
const TOKEN = /(?<![^\s"'`“”„»«(:=>|])[^\s"'`“”„»«()<>|:=,;]{6,32}/gu;
/**
 * Forms of passwords with letters and digits, a sign between them, or a capital at the start:
 * "bohrer+Nut12", "Haggis4Tea", "Capuns.2024".
 */
const FORMS = [
  /^(?=.*\p{L})(?=.*\d)(?=.*\p{L}.*[!#$%&*?+~^_@-])[\p{L}\d!#$%&*?+~^_@.-]+$/u,
  /^\p{Lu}\p{Ll}{2,}\d+\p{L}+\d*!?$/u,
  /^\p{Lu}\p{Ll}{3,}[.]\d{2,4}!?$/u,
  /^\p{Lu}\p{Ll}{3,}(?:19|20)?\d{2}!$/u,
];
/** Matches addresses, files, dates, versions, placeholders, and numbers of rooms and cases. */
const OTHER =
  /^(?:https?|www\.|[\w.+-]+@[\w-]+\.|\d+(?:[./:-]\d+)+|v?\d|[A-Z]{1,6}[-_/]\d|\[|\$|--|Windows|Office|Version|Covid)|\.[a-z]\w{1,3}$|_(?:id|key|token|url)$|^[a-z]+[-_][a-z]+[-_]?\d?$|^\p{L}+-\d+$/iu;
/** Matches constants, case numbers and variables. */
const IDENTIFIER = /^[A-Z\d]+[-_/][A-Z\d_/-]+$|^[a-z]+(?:_[a-z\d]+){2,}$/;

/**
 * Recognizes passwords by their form, up to 140 code units after a word for them: "Das WLAN? Bei
 * mir steht Sommerfest-24!".
 */
export const passwordInContext: Recognizer = {
  name: "password-in-context",
  type: "SECRET",
  triggers:
    "password passwort passwd passphrase kennwort pw pwd login wlan wifi credentials zugangsdaten zugang passwörter passwords locked logging geheim useradd chpasswd".split(
      " ",
    ),
  find({ text }, triggeredAt) {
    const hits: Hit[] = [];
    let read = 0;
    for (const at of triggeredAt) {
      for (const { start, end } of tokensIn(text, Math.max(read, at - BEFORE), at + BEHIND)) {
        if (isPassword(text.slice(start, end))) hits.push({ start, end, confidence: 0.6 });
        read = end;
      }
    }
    return hits;
  },
};

function tokensIn(text: string, from: number, to: number): readonly Span[] {
  const window = text.slice(from, to);
  return Array.from(window.matchAll(TOKEN), ({ index, 0: token }) => {
    const written = token.replace(/[.?]+$/, "");
    return { start: from + index, end: from + index + written.length };
  }).filter(({ end }) => end < to || to >= text.length);
}

function isPassword(written: string): boolean {
  return (
    FORMS.some((form) => form.test(written)) && !OTHER.test(written) && !IDENTIFIER.test(written)
  );
}
