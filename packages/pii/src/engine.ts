import { createDocument } from "./document.ts";
import type { Finding, Language } from "./finding.ts";
import type { Layer } from "./layers/layer.ts";
import { patternsLayer } from "./layers/patterns/patterns-layer.ts";
import { resolveOverlaps } from "./overlap.ts";

interface FindOptions {
  /** Whose national forms are tried first. Every language's recognisers run, whatever is said here. */
  readonly language?: Language;
  /** Which findings count, before overlaps are resolved; all of them when absent. */
  readonly keep?: (finding: Finding) => boolean;
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
    find(text, { language = "en", keep = () => true } = {}) {
      const doc = createDocument(text, language);
      return resolveOverlaps(layers.flatMap((layer) => layer.find(doc)).filter(keep));
    },
  };
}
