import type { Span } from "../../finding.ts";

/** A span of a text that is read as something else. */
export interface Edit extends Span {
  readonly value: string;
  /**
   * True if the span is a notation (`&#64;`, `%40`, `\u0040`). Recognizers of URLs or secrets may
   * need it as written.
   */
  readonly notation?: true;
  /** True if the edit omits text that contains nothing to decode; no finding may cross it. */
  readonly gap?: true;
}
