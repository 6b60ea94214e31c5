import type { Span } from "../../finding.ts";

/** A span of a text that reads as something else. */
export interface Edit extends Span {
  readonly value: string;
  /**
   * The span is a notation (`&#64;`, `%40`, `\u0040`), which recognizers of URLs or secrets may
   * need as written.
   */
  readonly notation?: true;
  /** The edit omits text that holds nothing to decode; no finding may cross it. */
  readonly gap?: true;
}
