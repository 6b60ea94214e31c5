import { passesIcaoCheck } from "./check-digits.ts";

/** What serial numbers of German passports and identity cards are made of since 2007: no vowels, no B, D, Q, S. */
const SERIAL = /^[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8}$/;

/**
 * Whether `code` is a serial number of a German passport or identity card: nine characters, or ten with the
 * check digit of the machine-readable zone (ICAO Doc 9303-3). The nine have no check digit among them.
 */
export function isDocumentSerial(code: string): boolean {
  if (!SERIAL.test(code.slice(0, 9)) || !/\d/.test(code)) return false;
  return code.length === 9 || (code.length === 10 && passesIcaoCheck(code));
}

/**
 * How sure a serial number of `series` (its first letters) is without a word beside it: ten characters have
 * passed a check. Both mix capitals with digits: a letter and digits alone are any product's number.
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

/** Without the D for Germany that follows number and check digit in the machine-readable zone. */
export function withoutState(written: string): string {
  return written.length === 11 && /D$/i.test(written) ? written.slice(0, 10) : written;
}
