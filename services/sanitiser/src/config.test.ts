import { expect, test } from "@jest/globals";
import { readConfig } from "./config.ts";

test("Every bad setting is named at once", () => {
  expect(() => readConfig({ SANITISER_THREADS: "0", PORT: "http" })).toThrow(
    /PORT must be.*KEY_FILE.*TRUST_FILE.*SANITISER_THREADS must be/,
  );
});
