import type { SanitiserClaims } from "../../certificates/index.ts";
import type { SanitisedText } from "./branded-types.ts";
import type { NamedText } from "./call-field.ts";
import type { UnredactedCount } from "./unredacted.ts";

/** Long parts stay as bytes, which only `TextScans` parses. */
export interface Sanitisation {
  readonly fields: readonly NamedText<SanitisedText>[];
  /** JSON of a list of `PlaceholderEntry`, one for each placeholder. */
  readonly entries: Uint8Array;
  /** The sanitiser's verified answer; with the originals it says what was replaced where. */
  readonly answer: Uint8Array;
  readonly findings: number;
  readonly issued: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, number>>;
  /** Findings at or above the threshold that every field's text still has, by field name. */
  readonly left: ReadonlyMap<string, readonly UnredactedCount[]>;
  readonly layers: readonly string[];
  readonly listCount: number;
  /** Undefined if the call gets no certificate. */
  readonly claims?: SanitiserClaims | undefined;
}
