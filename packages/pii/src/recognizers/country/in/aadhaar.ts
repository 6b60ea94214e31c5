import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * The products of the dihedral group of ten elements, and below them its permutations (J. Verhoeff,
 * 1969).
 */
const PRODUCTS = [
  "0123456789",
  "1234067895",
  "2340178956",
  "3401289567",
  "4012395678",
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
];
const PLACES = [
  "0123456789",
  "1576283094",
  "5803796142",
  "8916043527",
  "9453126870",
  "4286573901",
  "2793806415",
  "7046913258",
];

/**
 * Recognizes Aadhaar numbers: twelve digits, the last of which is a Verhoeff check digit (UIDAI,
 * Aadhaar Act 2016, section 4). Without context, they must be in three groups.
 */
export const aadhaar = codeRecognizer({
  name: "in-aadhaar",
  type: "ID_NUMBER",
  begins: "digit",
  run: [4, 12],
  minLastRun: 12,
  continuation: /^[- ]0/,
  pattern: /[2-9]\d{3}([ \u00a0-]?)\d{4}\1\d{4}(?![ \u00a0]?\d)/y,
  context: /\b(?:a?adhaa?r|uidai|uid)\b|आधार/iu,
  isValid: passesVerhoeff,
  negativeContext: /\d[ \u00a0-]$|\b(?:card|karte|tel\.?|phone|mobile)[^\d]{0,12}$/i,
  confidence: {
    inContext: 0.9,
    withoutContext: (written) => (/^\d{4}[ \u00a0]/.test(written) ? 0.45 : 0),
  },
});

function passesVerhoeff(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - place));
    const moved = Number(PLACES[place % PLACES.length]?.charAt(digit));
    sum = Number(PRODUCTS[sum]?.charAt(moved));
  }
  return sum === 0;
}
