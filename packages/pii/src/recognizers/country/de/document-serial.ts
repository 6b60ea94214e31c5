import { passesIcaoCheck } from "../../codes/check-digits.ts";

/**
 * Matches German passport and identity card numbers since 2007, which contain no vowels and no B,
 * D, Q or S.
 */
const SERIAL = /^[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8}$/;

/**
 * Returns whether the code has nine characters, or ten with the check digit of the machine-readable
 * zone (ICAO Doc 9303-3).
 */
export function isDocumentSerial(code: string): boolean {
  if (!SERIAL.test(code.slice(0, 9)) || !/\d/.test(code)) return false;
  return code.length === 9 || (code.length === 10 && passesIcaoCheck(code));
}

/**
 * Returns the confidence without context. It is 0 for a letter followed only by digits, which could
 * be the number of any product.
 */
export function serialByForm(code: string, series: RegExp): number {
  const written = withoutState(code);
  if (!series.test(written) || written !== written.toUpperCase()) return 0;
  if (code.length === 11) return 0.75;
  const letters = written.replace(/\d/g, "").length;
  if (letters < 2) return 0;
  if (written.length === 10) return 0.75;
  return letters <= 5 ? 0.4 : 0;
}

export function withoutState(written: string): string {
  return written.length === 11 && /D$/i.test(written) ? written.slice(0, 10) : written;
}
