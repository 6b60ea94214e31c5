import type { Finding, Language } from "./finding.ts";
import type { Layer } from "./layers/layer.ts";
import { patternsLayer } from "./layers/patterns/patterns-layer.ts";
import { resolveOverlaps } from "./overlap.ts";

interface FindOptions {
  /** Whose national forms are tried first. Every language's recognisers run, whatever is said here. */
  readonly language?: Language;
}

/** Finds personal data in texts. Holds no state: the same text gives the same findings. */
export interface PiiEngine {
  /** Names of the layers that run. */
  readonly layers: readonly string[];
  /** Disjoint findings in document order; offsets in UTF-16 code units, `end` exclusive. */
  find(text: string, options?: FindOptions): readonly Finding[];
}

/** The engine with every layer of this package. */
export function createEngine(): PiiEngine {
  const layers: readonly Layer[] = [patternsLayer];
  return {
    layers: layers.map(({ name }) => name),
    find: (text, { language = "en" } = {}) =>
      resolveOverlaps(layers.flatMap((layer) => layer.find(text, language))),
  };
}
