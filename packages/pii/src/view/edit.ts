import type { Span } from "../finding.ts";

/** A stretch of a text that reads as something else. */
export interface Edit extends Span {
  readonly value: string;
  /** It is a notation (`&#64;`, `%40`, `\u0040`), which a recogniser of URLs or secrets may want as written. */
  readonly notation?: true;
}
