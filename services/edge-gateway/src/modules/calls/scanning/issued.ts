const PLACEHOLDER = /^\[([A-Z][A-Z_]*)_([1-9]\d*)\]$/;

/** Returns whether this request issued exactly that. `issued`: the highest number of each type. */
export function isIssued(written: string, issued: Readonly<Record<string, number>>): boolean {
  const [, type = "", number = ""] = PLACEHOLDER.exec(written) ?? [];
  return number !== "" && Number(number) <= (issued[type] ?? 0);
}
