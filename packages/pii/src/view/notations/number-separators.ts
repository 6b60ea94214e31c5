import type { Edit } from "../edits/edit.ts";

// Cached, because the global is slow to reach inside the test runner.
const { fromCharCode } = String;

/**
 * Dashes (Unicode category Pd, and the minus sign) and dots at half height, which the view reads as
 * hyphens.
 */
const UNITS = String.raw`\p{Pd}\u2212\u2043\u2053\u00b7\u0387\u2022\u2027\u2219\u22c5\u2e31\u30fb\uff65`;
const SEPARATOR = new RegExp(
  String.raw`(?:(?<=\d) ?(?!-)[${UNITS}] ?(?=[\d(])|(?<=[\d)])(?!-)[${UNITS}](?=\p{L})|(?<=[\p{L})])(?!-)[${UNITS}](?=\d))`,
  "gu",
);
const IS_SEPARATOR = new RegExp(`(?!-)[${UNITS}]`, "u");

/**
 * Finds dashes and dots between the groups of a number, which are read as hyphens:
 * `4012–8888–8888–1881`, `536·90·4399`.
 */
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
