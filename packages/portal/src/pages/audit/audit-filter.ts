/** The filter of the audit page, which is in its address. It has no values of a request. */
export interface AuditFilter {
  readonly days?: number;
  readonly type?: string;
}

const TYPE = /^[A-Z][A-Z_]{2,63}$/;
export const MAX_DAYS = 90;
export const DEFAULT_DAYS = 7;

/** Reads the filter of an address. What is not a filter is left out. */
export function readAuditFilter({ days, type }: Record<string, unknown>): AuditFilter {
  const count = Number(days);
  const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_DAYS;
  return {
    ...(isCount && { days: count }),
    ...(typeof type === "string" && TYPE.test(type) && { type }),
  };
}
