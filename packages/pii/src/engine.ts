import type { Finding, Language } from "./finding.ts";
import type { Layer } from "./layer.ts";
import { withoutPossessives } from "./lists/phonetics/possessives.ts";
import type { NameModels } from "./names/model/bundled-models.ts";
import { createNamesLayer, type NameOptions } from "./names/names-layer.ts";
import { withoutNouns } from "./names/nouns-behind-genitives.ts";
import { refinePersons } from "./names/refine-persons.ts";
import { personsOnly } from "./names/things/person-or-thing.ts";
import { wordFacts } from "./names/things/word-facts.ts";
import { resolveOverlaps } from "./overlap.ts";
import { markGeneralPlaces } from "./places/general-places.ts";
import { patternsLayer } from "./recognizers/patterns-layer.ts";
import { createDocument, type Doc } from "./text/document.ts";
import { countsBehindLabel, findBehindLabel } from "./view/behind-label.ts";
import { findThroughView } from "./view/find-through-view.ts";

interface EngineOptions {
  /**
   * Name models from `readBundledModels` (`@veil/pii/models`). Without them, the engine has no
   * `names` layer.
   */
  readonly names?: NameModels;
  readonly nameThresholds?: NameOptions;
}

interface FindOptions {
  /**
   * Language of names, and of the national number formats to try first; detected when absent. All
   * patterns always run.
   */
  readonly language?: Language;
  /**
   * Name of the field or key that held the text. The engine also reads the text as a value after
   * this label.
   */
  readonly label?: string;
  /** Selects the findings to keep before the engine resolves overlaps; by default all are kept. */
  readonly keep?: (finding: Finding) => boolean;
}

/** Finds personal data in texts, deterministically. Not reentrant. */
export interface PiiEngine {
  readonly layers: readonly string[];
  /**
   * Returns disjoint findings in document order; offsets are UTF-16 code units, `end` is exclusive.
   */
  find(text: string, options?: FindOptions): readonly Finding[];
}

/** Creates an engine with every layer; the `names` layer needs models. */
export function createEngine({ names, nameThresholds }: EngineOptions = {}): PiiEngine {
  const layers: readonly Layer[] = [
    patternsLayer,
    ...(names === undefined ? [] : [refined(createNamesLayer(names, nameThresholds), names)]),
  ];
  return {
    layers: layers.map(({ name }) => name),
    find(text, { language, label = "", keep = () => true } = {}) {
      const read = (written: string) => findIn(written, layers, language);
      const bare = read(text);
      const behind = label === "" ? undefined : findBehindLabel(text, label, read);
      const found =
        behind === undefined ? bare : joined(bare.filter(countsBehindLabel(behind)), behind);
      return resolveOverlaps(found.filter(keep));
    },
  };
}

function findIn(
  text: string,
  layers: readonly Layer[],
  language: Language | undefined,
): readonly Finding[] {
  let detected = language;
  return findThroughView(text, (seen) => {
    const doc = createDocument(seen, detected);
    // The first reading is the whole text, so its language also applies to the later readings.
    detected = doc.language;
    const inDoc = layers.reduce<readonly Finding[]>(
      (before, layer) => joined(before, withoutPossessives(seen, layer.find(doc, before))),
      [],
    );
    return markGeneralPlaces(seen, inDoc);
  });
}

function refined({ name, find }: Layer, models: NameModels): Layer {
  const facts = { en: wordFacts(models, "en"), de: wordFacts(models, "de") };
  const refine = (doc: Doc, findings: readonly Finding[]) =>
    personsOnly(
      doc,
      refinePersons(doc.text, withoutNouns(doc.text, findings, facts.de)),
      facts[doc.language],
    );
  return {
    name,
    find(doc, found) {
      const named = find(doc, found);
      const resolved = resolveOverlaps(named);
      const persons = refine(doc, resolved);
      if (resolved === named) return persons;
      // A false person from one language's reading must not hide a place or an organization that
      // the other language's reading found.
      const others = resolveOverlaps(named.filter(({ type }) => type !== "PERSON"));
      return resolveOverlaps([...persons, ...refine(doc, others)]);
    },
  };
}

function joined(a: readonly Finding[], b: readonly Finding[]): readonly Finding[] {
  if (a.length === 0) return b;
  return b.length === 0 ? a : [...a, ...b];
}
