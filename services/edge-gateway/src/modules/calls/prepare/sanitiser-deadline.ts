interface SanitiserTiming {
  readonly timeoutMs: number;
  readonly msPerKb: number;
}

export const SANITISER_MS_PER_KB = 10;
const LONGEST_MS = 60_000;

export function sanitiserDeadlineMs(bytes: number, timing: SanitiserTiming): number {
  return Math.min(timing.timeoutMs + (bytes / 1_000) * timing.msPerKb, LONGEST_MS);
}
