import { expect, test } from "@jest/globals";
import { readConfig } from "./config.ts";

test("Every missing setting is named at once", () => {
  expect(() => readConfig({ PORT: "x" })).toThrow(
    "Bad configuration: PORT must be an integer from 0 to 65535; TRUST_FILE is required; " +
      "KEY_FILE is required; BRIDGE_KEY_RING_FILE is required",
  );
});
