import type { Span } from "../text/spans.ts";

/** What reads as a placeholder in a text. */
export interface PlaceholderMatch extends Span {
  readonly placeholder: string;
  /** A genitive or plural that is inside of the brackets, but belongs to the text. */
  readonly suffix: string;
  /** Whether the brackets are percent-encoded, as in the query of a URL. */
  readonly percentEncoded: boolean;
}
