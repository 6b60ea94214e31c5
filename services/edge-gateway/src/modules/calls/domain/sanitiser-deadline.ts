interface SanitiserTiming {
  readonly timeoutMs: number;
  /** On top of it, for each 1 000 bytes of text. */
  readonly msPerKb: number;
}

/** For texts of a customer's request. */
export const SANITISER_MS_PER_KB = 10;
const LONGEST_MS = 60_000;

/** How long a call to the sanitiser may take: its turn, lists and the work together. */
export function sanitiserDeadlineMs(bytes: number, timing: SanitiserTiming): number {
  return Math.min(timing.timeoutMs + (bytes / 1_000) * timing.msPerKb, LONGEST_MS);
}
