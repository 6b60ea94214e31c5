import { passesIcaoCheck } from "../../codes/check-digits.ts";

/** Characters of German passport and identity card numbers since 2007: no vowels, no B, D, Q, S. */
const SERIAL = /^[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8}$/;

/** Nine characters, or ten with the check digit of the machine-readable zone (ICAO Doc 9303-3). */
export function isDocumentSerial(code: string): boolean {
  if (!SERIAL.test(code.slice(0, 9)) || !/\d/.test(code)) return false;
  return code.length === 9 || (code.length === 10 && passesIcaoCheck(code));
}

/** Confidence without context. A letter followed by digits only could be any product's number. */
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
