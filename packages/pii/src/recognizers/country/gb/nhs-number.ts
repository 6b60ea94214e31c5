import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * Recognizes NHS numbers of England, Wales and the Isle of Man: ten digits, written 3-3-4, with a
 * check digit modulo 11 (NHS Data Dictionary, "NHS Number").
 */
export const nhsNumber = codeRecognizer({
  name: "gb-nhs-number",
  type: "GB_NHS",
  begins: "digit",
  run: [3, 10],
  minLastRun: 10,
  continuation: /^[- ]0/,
  pattern: /(?<!\+\d{1,3}[ -])\d{3}(?:(-?)\d{3}\1\d{4}|(?<!\d \d{3}) \d{3} \d{4}(?! \d))/y,
  isValid: (code) => !/^(\d)\1{9}$/.test(code) && hasCheckDigit(code),
  context: /\b(?:nhs|national health|health (?:service|number)|hospital number|patient)/i,
  confidence: {
    inContext: 0.95,
    wholeText: 0.4,
    withoutContext: (written) => (written.length > 10 ? 0.4 : 0),
  },
});

function hasCheckDigit(code: string): boolean {
  let sum = 0;
  for (let place = 0; place < 9; place += 1) sum += (code.charCodeAt(place) - 48) * (10 - place);
  return (11 - (sum % 11)) % 11 === code.charCodeAt(9) - 48;
}
