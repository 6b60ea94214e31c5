import { availableParallelism } from "node:os";
import type { EnvReader } from "@veil/config";
import type { Language } from "@veil/pii";

const LANGUAGES: readonly Language[] = ["en", "de"];

/** Engines in addition to the built-in one. The default is none. */
export function readEngines(read: EnvReader) {
  if (isSet(read, "PRESIDIO_URL") && isSet(read, "NER_MODEL_DIR"))
    read.problem("PRESIDIO_URL and NER_MODEL_DIR cannot both be set");
  return { presidio: readPresidio(read), onnx: readOnnx(read), shield: readShield(read) };
}

type EngineSettings = ReturnType<typeof readEngines>;

export function engineUrls({ presidio, shield }: EngineSettings): readonly string[] {
  return [presidio, shield].flatMap((engine) => (engine === undefined ? [] : [engine.url]));
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

function readOnnx(read: EnvReader) {
  if (!isSet(read, "NER_MODEL_DIR")) return undefined;
  return {
    folder: read.string("NER_MODEL_DIR"),
    languages: readLanguages(read, "NER_LANGUAGES", read.list("NER_LANGUAGES", LANGUAGES)),
    minScore: read.integer("NER_MIN_SCORE_PERCENT", 50, { max: 100 }) / 100,
    threads: read.integer("NER_THREADS", availableParallelism(), { min: 1, max: 256 }),
    timeoutMs: read.integer("NER_TIMEOUT_MS", 5_000, { min: 1 }),
  };
}

function readShield(read: EnvReader) {
  if (
    ![
      "SHIELD_URL",
      "SHIELD_MODEL",
      "SHIELD_API_KEY",
      "SHIELD_API_KEY_FILE",
      "SHIELD_PROXY_URL",
    ].some((name) => isSet(read, name))
  )
    return undefined;
  const apiKey = read.optionalSecret("SHIELD_API_KEY");
  return {
    url: read.url("SHIELD_URL", ["https:", "http:"]),
    model: read.string("SHIELD_MODEL"),
    timeoutMs: read.integer("SHIELD_TIMEOUT_MS", 8_000, { min: 1 }),
    ...(apiKey !== undefined && apiKey !== "" && { apiKey }),
    ...(isSet(read, "SHIELD_PROXY_URL") && {
      proxyUrl: read.url("SHIELD_PROXY_URL", ["http:", "https:"]),
    }),
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
