/** @all starts the demonstration */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { OPERATIONS, type Operation } from "@veil/contracts/openapi";
import { SNIPPET_NAMES, type SnippetName, snippetOf } from "@veil/portal/snippets";
import { describeWhere, judgePath } from "@veil/testing";
import { request } from "undici";
import { NpmStart } from "./support/clients/npm-start.ts";
import { REPOSITORY } from "./support/deployment/manifests.ts";

const GUIDE = readFileSync(path.join(REPOSITORY, "docs/sdk.md"), "utf8");
/**
 * The working directory of the examples, because the gateway's tests depend on the same libraries.
 */
const LIBRARIES = path.join(REPOSITORY, "services/edge-gateway");
const python = judgePath("python");
const frameworks = judgePath("python-frameworks");
const execute = promisify(execFile);

const demo = await NpmStart.open();
let url = "";
beforeAll(async () => {
  const run = await demo.start([], { RESPONSES_ENABLED: "true" });
  await demo.serving(run);
  url = run.url;
});
afterAll(() => demo.close());

const snippets = (language: string) =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(
    ([, code = ""]) => code,
  );

/** Runs a snippet as written, except for the gateway's address. */
async function runSnippet(program: string, args: readonly string[], code: string, cwd = LIBRARIES) {
  const here = code.replaceAll("http://127.0.0.1:8080", url);
  const env = {
    ...{ PATH: "/usr/local/bin:/usr/bin:/bin", HOME: demo.state },
    ...{ VEIL_API_KEY: demo.demoKey(), VEIL_UPSTREAM_KEY: "any-key" },
    // LiteLLM would otherwise load its list of models from the Internet.
    LITELLM_LOCAL_MODEL_COST_MAP: "True",
  };
  return (await execute(program, [...args, here], { cwd, env })).stdout;
}

const VALUES = /Anna Schmidt, anna@example\.org/;

describe("docs/sdk.md, against npm start", () => {
  test.each(snippets("js").map((code) => [/from "([^"]+)"/.exec(code)?.[1], code]))(
    "the example for %s prints the values of its request",
    async (_library, code = "") => {
      const args = ["--input-type=module", "--eval"];
      expect(await runSnippet(process.execPath, args, code)).toMatch(VALUES);
    },
  );

  const commands = snippets("sh").filter((code) => code.startsWith("curl"));
  test.each(commands.map((code) => [/\/v1\/[\w/]+/.exec(code)?.[0], code]))(
    "the command for %s gets a response with a placeholder",
    async (_path, code = "") => {
      const answer = await runSnippet("/bin/sh", ["-c"], `${code.trim()} --silent`);
      expect(answer).toContain("[EMAIL_1]");
      expect(answer).not.toContain("anna@example.org");
    },
  );

  test("the MCP configurations are JSON, and name an existing endpoint and program", () => {
    const [http, stdio] = snippets("json").map((text) => JSON.parse(text).mcpServers.veil);
    expect(http.url).toMatch(/\/api\/v1\/mcp\/messages$/);
    const [program, ...args] = stdio.args;
    expect(existsSync(program.replace("/path/to/veil-gateway", REPOSITORY))).toBe(true);
    expect(args).toEqual(["mcp-stdio", "--relink"]);
  });
});

/** Returns the code of the portal's setup page for a tool, followed by a line that prints the answer. */
function setupCode(name: SnippetName, print: string): string {
  const code = snippetOf(name, "Repeat: {text}", url).replaceAll(
    '"..."',
    '"Anna Schmidt, anna@example.org"',
  );
  return `${code.replaceAll("your-model", "any-model")}\n${print}`;
}

const inPython = (name: string) => name.includes("Python");
/** The command-line program is tested on its side, and `npx` would fetch it. */
const PROGRAMS = SNIPPET_NAMES.filter(
  (name) => !inPython(name) && name !== "curl" && name !== "veil",
);

describe("The portal's setup page, against npm start", () => {
  test.each(PROGRAMS)(
    "the code for %s, with the reader's key, gets an answer with the values of its request",
    async (name) => {
      const print = `console.log(JSON.stringify(${name === "Vercel AI SDK" ? "text" : "answer"}))`;
      const args = ["--input-type=module", "--eval"];
      expect(await runSnippet(process.execPath, args, setupCode(name, print))).toMatch(VALUES);
    },
  );

  test("the command for curl gets an answer with the values of its request", async () => {
    expect(await runSnippet("/bin/sh", ["-c"], setupCode("curl", ""))).toMatch(VALUES);
  });
});

/** Operations whose examples need the reader's own key or confirmation. */
const OWN = new Set(["logIn", "deleteAccount"]);
const EXAMPLES = OPERATIONS.flatMap((operation) => {
  const { id, path: at, body } = operation;
  return body === undefined || at.includes("{") || OWN.has(id)
    ? []
    : [[id, operation, body.example] as const];
});

describe("/docs, against npm start", () => {
  test.each(EXAMPLES)("the example for %s succeeds", async (...given) => {
    const [, { method, path: at, access }, example] = given;
    const [header, file] = KEYS[access];
    const answer = await request(url + at, {
      method: method.toUpperCase() as "POST",
      headers: {
        ...{ [header]: readFileSync(path.join(demo.state, file), "utf8").trim() },
        ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
      },
      body: JSON.stringify(example),
    });
    const text = await answer.body.text();
    expect([text, answer.statusCode < 300]).toEqual([text, true]);
  });
});

const BY_KEY = ["x-api-key", "demo-key"] as const;
const KEYS: Readonly<Record<Operation["access"], readonly [string, string]>> = {
  ...{ none: BY_KEY, key: BY_KEY, session: BY_KEY, "key or session": BY_KEY },
  ...{ admin: ["x-admin-key", "admin-key"], website: ["x-website-key", "website-key"] },
};

const FRAMEWORKS = /^(?:from|import) (?:langchain|litellm|llama_index)/m;
const LIBRARY = /^(?:from|import) (?!os\b|json\b)([\w.]+)/m;

describeWhere(python !== undefined, "docs/sdk.md in Python", "scripts/with-python-sdks", () => {
  test.each(snippets("python").map((code) => [LIBRARY.exec(code)?.[1], code]))(
    "the example for %s prints the values of its request",
    async (_library, code = "") => {
      const program = FRAMEWORKS.test(code) ? frameworks : python;
      expect(await runSnippet(program ?? "", ["-c"], code)).toMatch(VALUES);
    },
  );

  test.each(SNIPPET_NAMES.filter(inPython))(
    "the code of the portal's setup page for %s gets an answer with the values of its request",
    async (name) => {
      expect(await runSnippet(python ?? "", ["-c"], setupCode(name, "print(answer)"))).toMatch(
        VALUES,
      );
    },
  );
});
