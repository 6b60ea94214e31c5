import { codeRecognizer } from "../../codes/code-recognizer.ts";
import { DISTRICT_CODES } from "./district-codes.ts";

const PLATE = /^([A-ZÄÖÜ]{1,3})(?: ?- ?| )([A-Z]{1,2})([ -]?)([1-9]\d{0,3})[EH]?$/;
const GLUED = /^(?!HR[AB])([A-ZÄÖÜ]{1,3}?)-?([A-Z]{1,2})-?[1-9]\d{0,3}[EH]?$/;
/**
 * Letters that are not issued because of their meaning (recommendation of the Federal Ministry to §
 * 9 FZV).
 */
const WITHHELD = new Set(["HJ", "KZ", "NS", "SA", "SS"]);
/**
 * District codes that are also common in names of standards, courts and manufacturers: "DIN EN
 * 1991", "LG B 12".
 */
const OTHER_MEANINGS = new Set([
  "DE",
  "DIN",
  "EN",
  "EU",
  "GE",
  "HP",
  "IN",
  "LG",
  "NRW",
  "OK",
  "PC",
  "PS",
]);

/**
 * Recognizes the Kfz-Kennzeichen (§ 9 FZV). Without context, its parts must be separated: by a
 * hyphen, or by blanks if the plate has at least six characters.
 */
export const licensePlate = codeRecognizer({
  name: "de-license-plate",
  type: "DE_LICENSE_PLATE",
  pattern: /(?:[A-Z]{1,5})?\d{1,4}[EH]?/y,
  prefix: /(?<![\p{L}\p{N}])(?:[A-ZÄÖÜ]{1,3}(?: ?- ?| )(?:[A-Z]{1,2}[ -]?)?|[A-ZÄÖÜ]{2,5}[ -])$/u,
  run: [1, 10],
  isValid: (_code, written) => isPlate(written) || isGluedPlate(written),
  context:
    /(?:kennzeichen|nummernschild|\bkfz|plate|\bamtl|(?<!of )registration)[^\d]{0,25}$|\b(?:pkw|lkw|auto|wagen|fahrzeug|car|vehicle)\b[^\d]{0,15}$/i,
  negativeContext: /\b(?:DIN|ISO|EN|IEC|VDE|Nr\.|Art\.|Version|Modell?|Typ|§)\s*$/,
  confidence: { inContext: 0.95, withoutContext: byForm },
});

function isPlate(written: string): boolean {
  const [, district = "", letters = ""] = PLATE.exec(written) ?? [];
  return DISTRICT_CODES.has(district) && !WITHHELD.has(letters);
}

function isGluedPlate(written: string): boolean {
  const [, district = "", letters = ""] = GLUED.exec(written) ?? [];
  return DISTRICT_CODES.has(district) && !WITHHELD.has(letters);
}

function byForm(written: string): number {
  if (!isPlate(written) || written.includes(" - ")) return 0;
  const [, district = "", letters = "", gap] = PLATE.exec(written) ?? [];
  const size = written.replace(/[ -]/g, "").length;
  if (written.includes("-") && gap !== "-") return size >= 4 ? 0.8 : 0;
  if (size < 6 || OTHER_MEANINGS.has(district)) return 0;
  return gap === "-" || letters.length === 2 || district.length > 1 ? 0.5 : 0;
}
