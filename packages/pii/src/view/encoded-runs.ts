import { Buffer, isUtf8 } from "node:buffer";
import type { Span } from "../finding.ts";
import { editedView } from "./edits/edited-view.ts";
import { mojibakeIn } from "./notations/mojibake.ts";

/** A run of base64 that encodes text. It ends after its padding. */
export interface EncodedRun extends Span {
  readonly decoded: string;
}

const LEAST = 16;
/** Minimum length of a line in a run of several lines. */
const LEAST_OF_LINE = 4;
/** Both alphabets of RFC 4648, sections 4 and 5. */
const ALPHABETS = ["+/", "-_"].map(
  (last) => `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${last}`,
);
const IN_ALPHABET = new Uint8Array(128);
const SEXTETS = new Uint8Array(128);
for (const alphabet of ALPHABETS)
  for (const [sextet, character] of [...alphabet].entries()) {
    IN_ALPHABET[character.charCodeAt(0)] = 1;
    SEXTETS[character.charCodeAt(0)] = sextet;
  }
const PADDING = /(?:\r?\n[ \t]{0,16})?=(?:(?:\r?\n[ \t]{0,16})?=)?/y;
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

/**
 * Returns the runs of at least 16 base64 characters, in lines of any length, that decode to
 * printable UTF-8. The runs are disjoint and in order.
 */
export function encodedRuns(text: string): readonly EncodedRun[] {
  const found: EncodedRun[] = [];
  let floor = 0;
  for (const block of blocksOfLines(text)) {
    const run = firstDecoded(text, candidatesOf(text, block, floor));
    if (run === undefined) continue;
    addRunsOfLines(found, text, floor, run.start);
    found.push(run);
    floor = run.end;
  }
  addRunsOfLines(found, text, floor, text.length);
  return found;
}

/** Adds the runs that have no line break. */
function addRunsOfLines(found: EncodedRun[], text: string, from: number, to: number): void {
  // No run begins before `floor`. If one of the next 16 characters is not base64, `floor` moves
  // past the last such character.
  for (let floor = from; floor + LEAST <= to; ) {
    const other = lastOther(text, floor, floor + LEAST);
    if (other >= floor) {
      floor = other + 1;
      continue;
    }
    const end = Math.min(to, endOfRun(text, floor));
    const run = decodedRun(text, { start: floor, end });
    if (run !== undefined) found.push(run);
    floor = end;
  }
}

function lastOther(text: string, start: number, end: number): number {
  let at = end - 1;
  while (at >= start && inAlphabet(text, at)) at -= 1;
  return at;
}

function endOfRun(text: string, start: number): number {
  let end = start;
  while (inAlphabet(text, end)) end += 1;
  return end;
}

interface Block extends Span {
  /** The start of the block's last line, which may be an ordinary word of the text. */
  readonly lastLine: number;
}

/** Yields blocks of base64 lines of equal length, with the following line if it is not longer. */
function* blocksOfLines(text: string): Generator<Block> {
  for (let lineBreak = text.indexOf("\n"); lineBreak !== -1; ) {
    const start = pastIndent(text, lineBreak + 1);
    const end = endOfRun(text, start);
    const isLine = end - start >= LEAST_OF_LINE && endsLine(text, end);
    const block = isLine ? blockFrom(text, start, end) : undefined;
    if (block !== undefined) yield block;
    lineBreak = text.indexOf("\n", block?.end ?? end);
  }
}

function endsLine(text: string, at: number): boolean {
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  return code === 10 || code === 13 || code === 61;
}

function blockFrom(text: string, start: number, firstEnd: number): Block {
  const length = firstEnd - start;
  let [lastLine, end] = [start, firstEnd];
  for (;;) {
    const next = nextLine(text, end);
    if (next === -1) break;
    const nextEnd = endOfRun(text, next);
    if (nextEnd === next || nextEnd - next > length) break;
    [lastLine, end] = [next, nextEnd];
    if (nextEnd - next < length) break;
  }
  return { start, end, lastLine };
}

function nextLine(text: string, end: number): number {
  if (text.charAt(end) === "\n") return pastIndent(text, end + 1);
  return text.startsWith("\r\n", end) ? pastIndent(text, end + 2) : -1;
}

function pastIndent(text: string, start: number): number {
  let at = start;
  while (at - start < MOST_INDENT && (text.charAt(at) === " " || text.charAt(at) === "\t")) at += 1;
  return at;
}

/**
 * Returns the candidates of a block: with and without the end of the line before it, and with and
 * without its last line.
 */
function candidatesOf(
  text: string,
  { start, end, lastLine }: Block,
  floor: number,
): readonly Span[] {
  let before = start;
  while (before > floor && isBlank(text, before - 1)) before -= 1;
  while (before > floor && inAlphabet(text, before - 1)) before -= 1;
  if (isBlank(text, before)) before = start;
  const shorter = lastLine === start ? end : lastLine;
  return [
    { start: before, end },
    { start, end },
    { start: before, end: shorter },
    { start, end: shorter },
  ].filter((span) => span.start !== start || span.end !== end || lastLine !== start);
}

function firstDecoded(text: string, candidates: readonly Span[]): EncodedRun | undefined {
  for (const span of candidates) {
    const run = decodedRun(text, span);
    if (run !== undefined) return run;
  }
  return undefined;
}

function decodedRun(text: string, { start, end }: Span): EncodedRun | undefined {
  if (beginsWithOther(text, start, end)) return undefined;
  const written = text.slice(start, end).replace(/\s+/g, "");
  const decoded = written.length < LEAST ? undefined : decode(written);
  if (decoded === undefined) return undefined;
  return {
    start,
    end: pastPadding(text, start + text.slice(start, end).trimEnd().length),
    decoded,
  };
}

function pastPadding(text: string, end: number): number {
  PADDING.lastIndex = end;
  return PADDING.test(text) ? PADDING.lastIndex : end;
}

function decode(run: string): string | undefined {
  const bytes = Buffer.from(run, "base64");
  if (!isUtf8(bytes)) return undefined;
  const decoded = bytes.toString("utf8");
  return hasControl(decoded) ? undefined : decoded;
}

/** Returns whether the text has control characters, except those that are octets of mojibake. */
function hasControl(decoded: string): boolean {
  return CONTROL.test(decoded) && CONTROL.test(editedView(decoded, mojibakeIn(decoded)).text);
}

/**
 * Returns whether the first bytes of the run cannot begin a text in UTF-8. Most runs are words, so
 * that this saves decoding them.
 */
function beginsWithOther(text: string, start: number, end: number): boolean {
  let bits = 0;
  let count = 0;
  let continuations = 0;
  for (let at = start, read = 0; at < end && read < LEAST; at += 1) {
    const code = text.charCodeAt(at);
    if (!inAlphabet(text, at)) continue;
    bits = ((bits << 6) | (SEXTETS[code] ?? 0)) & 0xffff;
    count += 6;
    read += 1;
    if (count < 8) continue;
    count -= 8;
    continuations = continuationsBehind((bits >> count) & 0xff, continuations);
    if (continuations === -1) return true;
  }
  return false;
}

/**
 * Returns how many continuation bytes must follow `byte`. Returns -1 if UTF-8 text cannot have
 * `byte` at a place where `expected` continuation bytes must follow.
 */
function continuationsBehind(byte: number, expected: number): number {
  if (expected > 0) return isContinuation(byte) ? expected - 1 : -1;
  return isControl(byte) ? -1 : continuationsOf(byte);
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/**
 * Returns the number of continuation bytes after `byte` by RFC 3629, section 3, or -1 if no
 * character begins with it.
 */
function continuationsOf(byte: number): number {
  if (byte < 0x80) return 0;
  if (byte < 0xc2 || byte > 0xf4) return -1;
  if (byte < 0xe0) return 1;
  return byte < 0xf0 ? 2 : 3;
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d;
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || code === 9 || code === 10 || code === 13;
}

function inAlphabet(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && IN_ALPHABET[code] === 1;
}

const MOST_INDENT = 16;
