import type { EnvReader } from "@veil/config";
import type { Language } from "@veil/pii";

const LANGUAGES: readonly Language[] = ["en", "de"];

/** Engines beside the built-in one. Without settings there is none. */
export function readEngines(read: EnvReader) {
  if (isSet(read, "PRESIDIO_URL") && isSet(read, "NER_MODEL_DIR"))
    read.problem("PRESIDIO_URL and NER_MODEL_DIR exclude each other");
  return { presidio: readPresidio(read) };
}

type EngineSettings = ReturnType<typeof readEngines>;

/** Where connections go. */
export function engineUrls({ presidio }: EngineSettings): readonly string[] {
  return [presidio].flatMap((engine) => (engine === undefined ? [] : [engine.url]));
}

function readPresidio(read: EnvReader) {
  if (!isSet(read, "PRESIDIO_URL")) return undefined;
  return {
    url: read.url("PRESIDIO_URL", ["http:", "https:"]),
    languages: readLanguages(read, "PRESIDIO_LANGUAGES", read.list("PRESIDIO_LANGUAGES", ["en"])),
    minScore: read.integer("PRESIDIO_MIN_SCORE_PERCENT", 40, { max: 100 }) / 100,
    connections: read.integer("PRESIDIO_CONNECTIONS", 8, { min: 1, max: 1_000 }),
    timeoutMs: read.integer("PRESIDIO_TIMEOUT_MS", 5_000, { min: 1 }),
  };
}

function readLanguages(read: EnvReader, name: string, given: readonly string[]): Language[] {
  const known = LANGUAGES.filter((language) => given.includes(language));
  if (known.length !== new Set(given).size || known.length === 0)
    read.problem(`${name} must be a list of ${LANGUAGES.join(", ")}`);
  return known;
}

function isSet(read: EnvReader, name: string): boolean {
  return read.optional(name) !== undefined;
}
