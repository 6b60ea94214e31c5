import type { Fold } from "../characters/code-points.ts";
import { HTML_ENTITIES } from "../characters/html-entities.ts";
import type { Edit } from "../edits/edit.ts";

/**
 * These patterns also match notations that are themselves escaped, up to three times: `&amp;#64;`,
 * `%2540`.
 */
const ENTITY =
  /&(?:amp;){0,3}(?:#(\d{1,7});?|#[xX]([0-9a-fA-F]{1,6});?|([A-Za-z][A-Za-z0-9]{1,7});)/y;
const ESCAPE =
  /\\{1,4}(?:u([0-9a-fA-F]{4})(?:\\{1,4}u([dD][c-fC-F][0-9a-fA-F]{2}))?|x([2-7][0-9a-fA-F])|[ux]\{([0-9a-fA-F]{1,6})\}|U([0-9a-fA-F]{8}))/y;
const OCTET = /%(?:25){0,3}([0-9a-fA-F]{2})/y;
const OCTET_ONCE = /%([0-9a-fA-F]{2})/y;

/** Reads the HTML character reference at `at`: a number, or a name in `HTML_ENTITIES`. */
export function entityAt(text: string, at: number, fold: Fold): Edit | undefined {
  ENTITY.lastIndex = at;
  const [all, decimal, hex, name] = ENTITY.exec(text) ?? [];
  if (all === undefined) return undefined;
  if (name !== undefined) return notation(at, all.length, HTML_ENTITIES.get(name), fold);
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return notation(at, all.length, characterOf(code), fold);
}

/**
 * Reads the escape at `at`: `\u00fc` as in JSON and programs (RFC 8259, section 7), `\x40`,
 * `\u{fc}`, or `\U000000fc`.
 */
export function escapeAt(text: string, at: number, fold: Fold): Edit | undefined {
  ESCAPE.lastIndex = at;
  const [all, unit = "", second, ...whole] = ESCAPE.exec(text) ?? [];
  if (all === undefined) return undefined;
  const code = whole.find((hex) => hex !== undefined);
  if (code !== undefined)
    return notation(at, all.length, characterOf(Number.parseInt(code, 16)), fold);
  const high = Number.parseInt(unit, 16);
  if (second === undefined) return notation(at, all.length, characterOf(high), fold);
  const pair = String.fromCharCode(high, Number.parseInt(second, 16));
  return notation(at, all.length, characterOf(pair.codePointAt(0) ?? 0), fold);
}

export function percentAt(text: string, at: number, fold: Fold): Edit | undefined {
  return characterAt(text, at, fold, OCTET);
}

/** Finds all percent-encoding. If it is nested, only the outermost level is decoded. */
export function percentsIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (let at = text.indexOf("%"); at !== -1; ) {
    const edit = characterAt(text, at, (character) => character, OCTET_ONCE);
    if (edit !== undefined) edits.push(edit);
    at = text.indexOf("%", edit?.end ?? at + 1);
  }
  return edits;
}

function characterAt(text: string, at: number, fold: Fold, octet: RegExp): Edit | undefined {
  const first = octetAt(text, at, octet);
  if (first === undefined) return undefined;
  if (first.octet < 0x80) return notation(at, first.end - at, characterOf(first.octet), fold);
  let escaped = `%${first.octet.toString(16)}`;
  let { end } = first;
  for (let more = continuationsOf(first.octet); more > 0; more -= 1) {
    const next = octetAt(text, end, octet);
    if (next === undefined || (next.octet & 0xc0) !== 0x80) return undefined;
    escaped += `%${next.octet.toString(16)}`;
    end = next.end;
  }
  return escaped.length === 3 ? undefined : notation(at, end - at, decoded(escaped), fold);
}

function octetAt(
  text: string,
  at: number,
  octet: RegExp,
): { octet: number; end: number } | undefined {
  if (text.charCodeAt(at) !== 37) return undefined;
  octet.lastIndex = at;
  const [all = "", hex = ""] = octet.exec(text) ?? [];
  return all === "" ? undefined : { octet: Number.parseInt(hex, 16), end: at + all.length };
}

function continuationsOf(octet: number): number {
  if (octet < 0xc2 || octet > 0xf4) return 0;
  if (octet >= 0xf0) return 3;
  return octet >= 0xe0 ? 2 : 1;
}

function decoded(escaped: string): string | undefined {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}

function characterOf(code: number): string | undefined {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || code > 0x10ffff || isSurrogate ? undefined : String.fromCodePoint(code);
}

function notation(
  start: number,
  length: number,
  character: string | undefined,
  fold: Fold,
): Edit | undefined {
  if (character === undefined) return undefined;
  return { start, end: start + length, value: fold(character) ?? character, notation: true };
}
