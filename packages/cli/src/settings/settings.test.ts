import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Cli } from "../program/cli.ts";
import { gatewayUrl } from "./gateway-url.ts";
import { readSettings } from "./read-settings.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "veil-config-"));
});
afterEach(() => rmSync(home, { recursive: true }));

function write(content: unknown, { mode = 0o600, at = ".config" } = {}): string {
  const file = path.join(home, at, "veil", "config.json");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  chmodSync(file, mode);
  return file;
}

const settings = (env: Cli["env"] = {}, options = {}) =>
  readSettings({ env, home } as Cli, { timeout: 1, ...options });

describe("Settings from the configuration file", () => {
  test("readSettings uses the file's URL and keys unless a variable is set", async () => {
    write({ url: "https://gateway.example", api_key: "of-the-file", admin_key: "of-the-file" });
    const { url, apiKey, adminKey } = await settings({ VEIL_ADMIN_KEY: "of-the-variable" });
    expect(url.href).toBe("https://gateway.example/");
    expect(apiKey().value).toBe("of-the-file");
    expect(adminKey()).toEqual({ value: "of-the-variable", source: "VEIL_ADMIN_KEY" });
  });

  test("readSettings reads the file in XDG_CONFIG_HOME if that is set", async () => {
    write({ api_key: "home" });
    write({ api_key: "xdg" }, { at: "xdg" });
    const { apiKey } = await settings({ XDG_CONFIG_HOME: path.join(home, "xdg") });
    expect(apiKey().value).toBe("xdg");
  });

  test("readSettings ignores a relative XDG_CONFIG_HOME", async () => {
    write({ api_key: "home" });
    expect((await settings({ XDG_CONFIG_HOME: "xdg" })).apiKey().value).toBe("home");
  });

  test("readSettings accepts a missing default file, and throws for a missing file that was named", async () => {
    expect((await settings()).url.href).toBe("http://127.0.0.1:8080/");
    await expect(settings({}, { config: path.join(home, "nowhere.json") })).rejects.toMatchObject({
      kind: "usage",
    });
  });

  test.each([0o644, 0o640, 0o604, 0o660, 0o601])(
    "readSettings refuses a file with mode %o, and the hint contains the command that fixes it",
    async (mode) => {
      const file = write({ api_key: "a-secret" }, { mode });
      const refused = await settings().catch((error: unknown) => error);
      expect(refused).toMatchObject({ kind: "usage", details: { hint: `chmod 600 ${file}` } });
      expect(String(refused)).not.toContain("a-secret");
    },
  );

  test.each([0o600, 0o400])("readSettings reads a file with mode %o", async (mode) => {
    write({ api_key: "a-key" }, { mode });
    expect((await settings()).apiKey().value).toBe("a-key");
  });

  test.each([
    ["text that is not JSON", "{a-secret"],
    ["an unknown field", { "a-secret": "a-secret" }],
    ["a key that is not text", { api_key: ["a-secret"] }],
    ["a key with a line break", { api_key: "a-secret\nx" }],
  ])(
    "readSettings refuses a file with %s, and the error repeats nothing from it",
    async (_case, content) => {
      const file = write(content);
      const refused = await settings()
        .then(({ apiKey }) => apiKey())
        .catch((error: unknown) => error);
      expect(refused).toMatchObject({ kind: "usage", message: expect.stringContaining(file) });
      expect(String(refused)).not.toContain("a-secret");
    },
  );
});

test("apiKey throws an error that names VEIL_API_KEY when no key is set", async () => {
  const { apiKey } = await settings({ VEIL_API_KEY: " " });
  expect(apiKey).toThrow("VEIL_API_KEY is not set");
});

describe("The URL of the gateway", () => {
  test("readSettings uses --url, otherwise VEIL_URL, otherwise the file", async () => {
    write({ url: "https://file.example" });
    const env = { VEIL_URL: "https://variable.example" };
    expect((await settings(env, { url: "https://option.example" })).url.host).toBe(
      "option.example",
    );
    expect((await settings(env)).url.host).toBe("variable.example");
    expect((await settings()).url.host).toBe("file.example");
  });

  test.each([
    "http://127.0.0.1:8080",
    "http://127.1.2.3",
    "http://localhost:1",
    "http://[::1]:1",
    "http://2130706433/",
    "https://gateway.example/veil",
  ])("gatewayUrl accepts %s", (text) => {
    expect(() => gatewayUrl(text, "--url", false)).not.toThrow();
  });

  test.each([
    ["http://gateway.example", /plain http/],
    ["http://localhost.evil.example", /plain http/],
    ["http://127.0.0.1.evil.example", /plain http/],
    ["http://10.0.0.1:8080", /plain http/],
    ["http://[::ffff:127.0.0.1]", /plain http/],
    ["ftp://gateway.example", /must be an address/],
    ["gateway.example:8080", /must be an address/],
    ["https://user:a-secret@gateway.example", /without a user/],
    ["https://gateway.example/?a=a-secret", /without \? and #/],
  ])("gatewayUrl throws for %s, and the error does not repeat it", (text, reason) => {
    expect(() => gatewayUrl(text, "--url", false)).toThrow(reason);
    expect(() => gatewayUrl(text, "--url", false)).not.toThrow(/a-secret/);
  });

  test("gatewayUrl accepts plain http to another machine if allowPlainHttp is set", () => {
    expect(gatewayUrl("http://gateway.example", "--url", true).host).toBe("gateway.example");
  });
});
