import type { UsageDetails } from "@veil/contracts/inference";

/** Usage as a provider sends it. Compatible servers may omit any field. */
type SentUsage = Readonly<Record<string, unknown>> | null | undefined;

type Detail = UsageDetails[string];

export interface UsageCount {
  add(sent: SentUsage): void;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /**
   * Returns the fields other than the token counts, but only those that look like names and counts,
   * because nothing scans them.
   */
  details(): { readonly usageDetails?: UsageDetails };
}

interface Names {
  readonly input: string;
  readonly output: string;
  /** The name of the field with the sum of the other two counts. */
  readonly total?: string;
}

/**
 * Creates a counter. The counts in a stream are cumulative; the highest value wins, because some
 * servers send zeros at the end.
 */
export function createUsage({ input, output, total }: Names): UsageCount {
  const seen = new Map<string, Detail>();
  const countOf = (name: string) => {
    const value = seen.get(name);
    return typeof value === "number" ? value : 0;
  };
  const take = (name: string, read: Detail) => {
    if (typeof read === "number") seen.set(name, Math.max(read, countOf(name)));
    else if (read !== null || !seen.has(name)) seen.set(name, read);
  };
  return {
    add(sent) {
      for (const [name, value] of Object.entries(sent ?? {})) {
        const read = isRecord(value) ? countsIn(value) : wordOrCount(value);
        if (NAME.test(name) && read !== undefined) take(name, read);
      }
    },
    get inputTokens() {
      return countOf(input);
    },
    get outputTokens() {
      return countOf(output);
    },
    details() {
      const others = [...seen].filter(([name]) => ![input, output, total].includes(name));
      return others.length === 0 ? {} : { usageDetails: Object.fromEntries(others) };
    },
  };
}

const NAME = /^[a-z][a-z0-9_]{0,63}$/;
const WORD = /^[a-z][a-z0-9_-]{0,39}$/;

function countsIn(sent: Readonly<Record<string, unknown>>): Detail {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const read = wordOrCount(value);
      return NAME.test(name) && read !== undefined ? [[name, read]] : [];
    }),
  );
}

function wordOrCount(value: unknown): number | string | null | undefined {
  if (value === null) return null;
  if (typeof value === "string") return WORD.test(value) ? value : undefined;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
