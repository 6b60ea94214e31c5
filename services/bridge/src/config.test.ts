import { expect, test } from "@jest/globals";
import { readConfig } from "./config.ts";

test("The error message names every missing or invalid setting", () => {
  expect(() => readConfig({ PORT: "x" })).toThrow(
    "Bad configuration: PORT must be an integer from 0 to 65535; TRUST_FILE is required; " +
      "KEY_FILE is required; BRIDGE_KEY_RING_FILE is required",
  );
});
