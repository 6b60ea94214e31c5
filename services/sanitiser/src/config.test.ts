import { expect, test } from "@jest/globals";
import { readConfig } from "./config.ts";

test("The error message names every missing or invalid setting", () => {
  expect(() => readConfig({ SANITISER_THREADS: "0", PORT: "http" })).toThrow(
    /PORT must be.*TRUST_FILE.*KEY_FILE.*SANITISER_THREADS must be/,
  );
});

test.each([
  [
    { PRESIDIO_URL: "ftp://a", PRESIDIO_LANGUAGES: "en,fr", PRESIDIO_MIN_SCORE_PERCENT: "101" },
    /PRESIDIO_URL must be a URL that starts with.*PRESIDIO_LANGUAGES must be a list of en, de.*PRESIDIO_MIN_SCORE_PERCENT must/,
  ],
  [
    { SHIELD_API_KEY: "secret", SHIELD_TIMEOUT_MS: "0", SHIELD_PROXY_URL: "socks://a" },
    /SHIELD_URL is required; SHIELD_MODEL is required; SHIELD_TIMEOUT_MS must.*SHIELD_PROXY_URL must/,
  ],
])("The error message names every invalid engine setting: %j", (env, problems) => {
  expect(() => readConfig(env)).toThrow(problems);
});
