import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { UPSTREAM_KEYS } from "./support/sdk-client.ts";
import { startSdkServer } from "./support/sdk-server.ts";

const REPOSITORY = path.resolve(import.meta.dirname, "../../..");
const GUIDE = readFileSync(path.join(REPOSITORY, "docs/sdk.md"), "utf8");
const run = promisify(execFile);

let server: Awaited<ReturnType<typeof startSdkServer>>;
let apiKey: string;
beforeAll(async () => {
  server = await startSdkServer();
  ({ apiKey } = await server.gateway.provision({ tier: "pro", managedAi: false }));
});
afterAll(() => server.close());

const snippets = (language: string) =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(
    ([, code = ""]) => code,
  );

/** Those of OpenAI's format have its words. */
const settings = (code: string) => ({
  VEIL_API_KEY: apiKey,
  UPSTREAM_KEY: /completions|openai/i.test(code) ? UPSTREAM_KEYS.chat : UPSTREAM_KEYS.messages,
});

const here = (code: string) => code.replaceAll("https://gateway.example", server.url);

describe("docs/sdk.md:", () => {
  test.each(snippets("js").map((code) => [/from "([^"]+)"/.exec(code)?.[1], code]))(
    "the example for %s prints the values of its request",
    async (_library, code = "") => {
      const args = ["--input-type=module", "--eval", here(code)];
      const cwd = path.join(import.meta.dirname, "..");
      const { stdout } = await run(process.execPath, args, { cwd, env: settings(code) });
      expect(stdout).toMatch(/Anna Schmidt, anna@example\.org/);
    },
  );

  test.each(snippets("sh").map((code) => [/\/v1\/[\w/]+/.exec(code)?.[0], code]))(
    "the command for %s gets an answer with a placeholder",
    async (_path, code = "") => {
      const env = { PATH: "/usr/local/bin:/usr/bin:/bin", ...settings(code) };
      const { stdout } = await run("/bin/sh", ["-c", `${here(code).trim()} --silent`], { env });
      expect(stdout).toContain("[EMAIL_1]");
      expect(stdout).not.toContain("anna@example.org");
    },
  );

  test("its configurations are JSON, and name an endpoint and a program that exist", () => {
    const [http, stdio] = snippets("json").map((text) => JSON.parse(text).mcpServers.veil);
    expect(http.url).toMatch(/\/api\/v1\/mcp\/messages$/);
    const [program, ...args] = stdio.args;
    expect(existsSync(program.replace("/path/to/veil-gateway", REPOSITORY))).toBe(true);
    expect(args).toEqual(["mcp-stdio", "--relink"]);
  });
});
