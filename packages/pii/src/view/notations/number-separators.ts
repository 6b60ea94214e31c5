import type { Edit } from "../edits/edit.ts";

// For all code units: the global is slow to reach where a suite runs.
const { fromCharCode } = String;

/** Dashes (Unicode, category Pd, and the minus sign) and dots at half height; the hyphen is what they are read as. */
const UNITS = String.raw`\p{Pd}\u2212\u2043\u2053\u00b7\u0387\u2022\u2027\u2219\u22c5\u2e31\u30fb\uff65`;
const SEPARATOR = new RegExp(
  String.raw`(?:(?<=\d) ?(?!-)[${UNITS}] ?(?=[\d(])|(?<=[\d)])(?!-)[${UNITS}](?=\p{L})|(?<=[\p{L})])(?!-)[${UNITS}](?=\d))`,
  "gu",
);
const IS_SEPARATOR = new RegExp(`(?!-)[${UNITS}]`, "u");

/** `4012–8888–8888–1881`, `536·90·4399`: signs between the groups of a number, as hyphens. */
export function numberSeparatorsIn(text: string): readonly Edit[] {
  return Array.from(text.matchAll(SEPARATOR), ({ 0: written, index }) => ({
    start: index,
    end: index + written.length,
    value: "-",
  }));
}

export function isNumberSeparator(code: number): boolean {
  return IS_SEPARATOR.test(fromCharCode(code));
}
