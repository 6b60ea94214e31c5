import { expect, test } from "@jest/globals";
import type { Request } from "express";
import { isSdkPath, unknownPath } from "./unknown-path.ts";

const refused = (path: string) => () =>
  unknownPath({ path } as Request, undefined as never, () => {});

test.each([
  ["/chat/completions", "/v1/chat/completions"],
  ["/messages", "/v1/messages"],
  ["/models", "/v1/models"],
  ["/v1/v1/messages", "/v1/messages"],
  ["/v1/v1/messages/count_tokens", "/v1/messages/count_tokens"],
])("the 404 for %s has a hint with the path %s", (path, meant) => {
  expect(refused(path)).toThrow(
    expect.objectContaining({
      code: "not_found",
      options: { hint: expect.stringContaining(`${meant}?`) },
    }),
  );
  expect(isSdkPath(path)).toBe(true);
});

test.each(["/api/v1/nothing", "/v1x/messages", "/__proto__"])(
  "the 404 for %s has no hint",
  (path) => {
    expect(refused(path)).toThrow(expect.objectContaining({ code: "not_found", options: {} }));
    expect(isSdkPath(path)).toBe(false);
  },
);
