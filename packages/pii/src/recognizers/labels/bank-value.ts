import type { Span } from "../../finding.ts";
import type { Joint } from "./label-joint.ts";

const IBAN =
  /[A-Z]{2} ?\d{2}(?:(?:[ .-]?(?=[A-Z0-9]{0,3}\d)[A-Z0-9]{1,4}|[ ]?[A-Z]{4}(?=[ ]?\d)){2,8}|[A-Z0-9]{11,30})(?![\p{L}\p{N}])/iuy;
/** Matches a BIC (ISO 9362): bank, country, place, branch. */
const BIC = /[A-Z]{4}[ ]?[A-Z]{2}[ ]?[A-Z0-9]{2}(?:[ ]?[A-Z0-9]{3})?(?![\p{L}\p{N}])/uy;
const LEAST = 13;

/** Returns text in the form of an IBAN (ISO 13616-1), of any length and with any check digits. */
export function ibanAt(text: string, { value }: Joint): Span | undefined {
  IBAN.lastIndex = value;
  if (!IBAN.test(text) || IBAN.lastIndex - value < LEAST) return undefined;
  return { start: value, end: IBAN.lastIndex };
}

export function bicAt(text: string, { value }: Joint): Span | undefined {
  BIC.lastIndex = value;
  return BIC.test(text) ? { start: value, end: BIC.lastIndex } : undefined;
}
