import { describe, expect, test } from "@jest/globals";
import { capturedWith } from "./captured.contract.ts";

const ADMIN_KEY = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4";
const SECRET = `Ab3dE6gH${"x".repeat(49)}`;
const env = { VEIL_ADMIN_KEY: ADMIN_KEY };

describe("Arguments that contain keys", () => {
  test.each<[string, readonly string[], RegExp]>([
    ["a native key", ["keys", "revoke", `svc_${SECRET}`], /looks like an API key/],
    ["a live key", ["keys", "revoke", `gw_live_${SECRET}`], /looks like an API key/],
    ["a key in a text", ["scan", `my key is svc_${SECRET}`], /looks like an API key/],
    ["a key in an option", ["usage", `--url=svc_${SECRET}`], /looks like an API key/],
    ["a provider key", ["ask", `sk-ant-${SECRET}`], /looks like a provider key/],
    ["an option for a key", ["usage", `--api-key=${SECRET}`], /--api-key, which does not exist/],
    ["an option followed by a key", ["usage", "--admin-key", SECRET], /--admin-key/],
    ["the admin key", ["admin", "customers", "get", ADMIN_KEY], /the value of VEIL_ADMIN_KEY/],
    ["an unknown option", ["usage", `--frob=${SECRET}`], /unknown option/],
    ["an unknown command", [SECRET], /unknown command/],
    ["a key in place of a number", ["audit", "export", "--days", SECRET], /--days/],
    ["a key in place of an id", ["keys", "revoke", `${SECRET}!`], /not an id/],
  ])(
    "%s as an argument is refused with a reason, and not repeated",
    async (_case, args, reason) => {
      for (const more of [[], ["--json"]]) {
        const { code, out, err } = await capturedWith(
          { env: { ...env, VEIL_API_KEY: `svc_${SECRET}` } },
          ...args,
          ...more,
        );
        expect([code, out]).toEqual([2, ""]);
        expect(err).toMatch(reason);
        expect(err).not.toContain(SECRET);
        expect(err).not.toContain(ADMIN_KEY);
      }
    },
  );
});

test.each([
  ["the id of a key", ["keys", "revoke", "Ab3dE6gH"]],
  ["a word with sk-", ["scan", "task-management-for-everyone"]],
  ["words after sk-", ["scan", "the sk-learn-pipeline-of-many-steps"]],
  [
    "the name of a file with a key",
    ["admin", "users", "set-password", "cus_1", "--password-file", "x"],
  ],
])("%s is accepted because it is not a key", async (_case, args) => {
  const { err } = await capturedWith({ env: { VEIL_URL: "ftp://nowhere" } }, ...args);
  expect(err).not.toContain("an argument");
});
