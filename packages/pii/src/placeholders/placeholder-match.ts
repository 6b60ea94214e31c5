import type { Span } from "../text/spans.ts";

/** A part of a text that reads as a placeholder. */
export interface PlaceholderMatch extends Span {
  readonly placeholder: string;
  /**
   * A genitive or plural ending that is inside the brackets but belongs to the text around them.
   */
  readonly suffix: string;
  /** Whether the brackets are percent-encoded, as in the query of a URL. */
  readonly percentEncoded: boolean;
}
