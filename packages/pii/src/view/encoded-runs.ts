import { Buffer, isUtf8 } from "node:buffer";
import type { Span } from "../finding.ts";

/** Base64 of text. `end`: after the padding. */
export interface EncodedRun extends Span {
  readonly decoded: string;
}

const LEAST = 16;
/** Both alphabets of RFC 4648, sections 4 and 5. */
const IN_ALPHABET = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
  IN_ALPHABET[character.charCodeAt(0)] = 1;
/** Line lengths of MIME and PEM (RFC 2045, section 6.8; RFC 7468). */
const LINE_LENGTHS: ReadonlySet<number> = new Set([60, 64, 72, 76]);
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

/** Runs of at least 16 base64 characters that decode to printable UTF-8: disjoint, each decoded once. */
export function encodedRuns(text: string): readonly EncodedRun[] {
  const found: EncodedRun[] = [];
  // No run begins before `floor`; it moves past the last non-base64 character of the next 16.
  for (let floor = 0; floor + LEAST <= text.length; ) {
    const other = lastOther(text, floor, floor + LEAST);
    if (other >= floor) {
      floor = other + 1;
      continue;
    }
    const end = endOfRun(text, floor);
    const decoded = decode(text.slice(floor, end));
    if (decoded !== undefined) found.push({ start: floor, end: pastPadding(text, end), decoded });
    floor = end;
  }
  return found;
}

function lastOther(text: string, start: number, end: number): number {
  let at = end - 1;
  while (at >= start && inAlphabet(text, at)) at -= 1;
  return at;
}

function endOfRun(text: string, start: number): number {
  let end = start;
  for (let line = start; ; line = end) {
    while (inAlphabet(text, end)) end += 1;
    const next = LINE_LENGTHS.has(end - line) ? nextLine(text, end) : -1;
    if (next === -1 || !inAlphabet(text, next)) return end;
    end = next;
  }
}

function nextLine(text: string, end: number): number {
  if (text.charAt(end) === "\n") return end + 1;
  return text.startsWith("\r\n", end) ? end + 2 : -1;
}

function pastPadding(text: string, end: number): number {
  let padded = end;
  while (padded < end + 2 && text.charAt(padded) === "=") padded += 1;
  return padded;
}

function decode(run: string): string | undefined {
  // Bytes that no text begins with: the rest is not decoded.
  if (Buffer.from(run.slice(0, LEAST), "base64").some(isControl)) return undefined;
  const bytes = Buffer.from(run, "base64");
  if (!isUtf8(bytes)) return undefined;
  const decoded = bytes.toString("utf8");
  return CONTROL.test(decoded) ? undefined : decoded;
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d;
}

function inAlphabet(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && IN_ALPHABET[code] === 1;
}
