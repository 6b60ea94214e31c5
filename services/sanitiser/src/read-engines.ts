import type { Language } from "@veil/pii";
import type { EnvReader } from "@veil/service-kit/config";

const LANGUAGES: readonly Language[] = ["en", "de"];

/**
 * Reads the settings of the optional engines. Without settings, only the built-in engine is used.
 */
export function readEngines(read: EnvReader) {
  return { presidio: readPresidio(read), shield: readShield(read) };
}

type EngineSettings = ReturnType<typeof readEngines>;

export function engineUrls({ presidio, shield }: EngineSettings): readonly string[] {
  return [presidio, shield].flatMap((engine) => (engine === undefined ? [] : [engine.url]));
}

function readPresidio(read: EnvReader) {
  if (!isSet(read, "PRESIDIO_URL")) return undefined;
  return {
    url: read.url("PRESIDIO_URL", ["http:", "https:"]),
    languages: readLanguages(read),
    minScore: read.integer("PRESIDIO_MIN_SCORE_PERCENT", 40, { max: 100 }) / 100,
    connections: read.integer("PRESIDIO_CONNECTIONS", 8, { min: 1, max: 1_000 }),
    timeoutMs: read.integer("PRESIDIO_TIMEOUT_MS", 5_000, { min: 1 }),
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

function readLanguages(read: EnvReader): Language[] {
  const given = read.list("PRESIDIO_LANGUAGES", ["en"]);
  const known = LANGUAGES.filter((language) => given.includes(language));
  if (known.length !== new Set(given).size || known.length === 0)
    read.problem(`PRESIDIO_LANGUAGES must be a list of ${LANGUAGES.join(", ")}`);
  return known;
}

function isSet(read: EnvReader, name: string): boolean {
  return read.optional(name) !== undefined;
}
