import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { captured, capturedWith } from "../src/program/captured.contract.ts";
import type { FakeAnswer, Recorded } from "./fake-gateway.ts";
import { API_KEY, veilWith } from "./with-gateway.ts";

const UPSTREAM_KEY = "sk-upstream-0123456789abcdef";
const GUIDE = readFileSync(new URL("../../../docs/sdk.md", import.meta.url), "utf8");
const CLIENTS = ["claude-code", "codex", "cursor", "langchain", "litellm"];

const ENDS: Readonly<Record<string, string>> = {
  "/v1/messages": 'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  "/v1/chat/completions": "data: [DONE]\n\n",
  "/v1/responses": 'event: response.completed\ndata: {"type":"response.completed"}\n\n',
};
const isStream = ({ body }: Recorded) => (body as { stream?: boolean }).stream === true;
const streamOf = (body: string): FakeAnswer => ({
  ...{ headers: { "content-type": "text/event-stream" }, body },
});

/** Answers like a gateway that allows everything. */
const works = (request: Recorded): FakeAnswer =>
  isStream(request) ? streamOf(ENDS[request.path] ?? "") : { body: {} };
const NO_TOOLS = { message: "No tools", hint: "Set TOOLS_ENABLED" };
const refused = (status: number, error: object): FakeAnswer => ({
  ...{ status, body: { type: "error", error: { type: "invalid_request_error", ...error } } },
});
const check = (client: string, answer: (request: Recorded) => FakeAnswer, ...more: string[]) =>
  veilWith(answer, ["setup", client, "--check", ...more], {
    changes: { env: { VEIL_UPSTREAM_KEY: UPSTREAM_KEY } },
  });

describe("veil setup", () => {
  test.each(CLIENTS)("veil setup %s prints the settings that the guide shows", async (client) => {
    const { code, out, err } = await captured("setup", client);
    expect([code, err]).toEqual([0, ""]);
    expect(GUIDE).toContain(`\n${out}\`\`\`\n`);
  });

  test.each(CLIENTS)(
    "veil setup %s prints the URL, and no key, although both keys are set",
    async (client) => {
      const env = { VEIL_API_KEY: API_KEY, VEIL_UPSTREAM_KEY: UPSTREAM_KEY };
      const args = ["setup", client, "--url", "https://gateway.example/veil/"];
      const { code, out } = await capturedWith({ env }, ...args);
      expect(code).toBe(0);
      expect(out).toMatch(/https:\/\/gateway\.example\/veil(\/v1)?"?/);
      expect(out).toContain("VEIL_API_KEY");
      expect(out).not.toContain(API_KEY);
      expect(out).not.toContain(UPSTREAM_KEY);
    },
  );

  test("veil setup takes the URL from VEIL_URL, and the model from --model", async () => {
    const env = { VEIL_URL: "https://gateway.example" };
    const { out } = await capturedWith({ env }, "setup", "codex", "--model", "gpt-5.1");
    expect(out).toContain('base_url = "https://gateway.example/v1"');
    expect(out).toMatch(/^model = "gpt-5\.1"$/m);
  });

  test("veil setup escapes a URL that a shell would expand", async () => {
    const url = 'https://gateway.example/$(id)`id`"';
    const { out } = await captured("setup", "claude-code", "--url", url);
    expect(out).toContain('URL="https://gateway.example/%24(id)%60id%60%22"');
  });

  test("veil setup --json prints what the client needs as fields", async () => {
    const { out } = await captured("setup", "claude-code", "--json");
    expect(JSON.parse(out)).toMatchObject({
      settings: [
        ...["STREAMING_ENABLED=true", "TOOLS_ENABLED=true", "CACHE_CONTROL=strip"],
        "THINKING_ENABLED=true",
      ],
      callPolicy: { tools: { allowed: true }, extensions: ["cache_control", "thinking"] },
      text: expect.stringContaining("ANTHROPIC_BASE_URL"),
    });
  });

  test.each([
    [["emacs"]],
    [[]],
    [["toString"]],
    [["codex", "--model", 'a"\nb = 1']],
    [["codex", "--check"]],
    [["codex", "--url", "gateway.example"]],
  ])("veil setup %j exits with 2 for wrong usage, and prints what to do", async (args) => {
    const { code, out, err } = await captured("setup", ...args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/must be|missing|VEIL_API_KEY is not set|Use the name/);
  });
});

describe("veil setup --check", () => {
  test.each([
    ["claude-code", "/v1/messages", ["a call", "a stream", "a tool", "a cached block", "thinking"]],
    ["codex", "/v1/responses", ["a call", "a stream", "a tool"]],
    ["cursor", "/v1/chat/completions", ["a call", "a stream", "a tool"]],
    ["langchain", "/v1/chat/completions", ["a call", "a stream", "a tool"]],
    ["litellm", "/v1/chat/completions", ["a call", "a stream", "a tool"]],
  ])("veil setup %s --check exits with 0 when all requests work", async (client, path, names) => {
    const { code, out, err, requests } = await check(client, works, "--model", "m-1");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(names.map((name) => `works    ${name}\n`).join(""));
    expect(requests.map((request) => [request.method, request.path])).toEqual(
      names.map(() => ["POST", path]),
    );
    for (const { headers, body } of requests) {
      expect(headers).toMatchObject({ authorization: `Bearer ${API_KEY}` });
      expect(body).toMatchObject({ model: "m-1" });
    }
    expect(requests.filter(isStream)).toHaveLength(1);
  });

  test("a check sends the provider's key and the choice of re-link where the client can", async () => {
    const { requests } = await check("codex", works);
    const sent = { "x-upstream-key": UPSTREAM_KEY, "x-veil-relink": "true" };
    for (const { headers } of requests) expect(headers).toMatchObject(sent);
    const cursor = await check("cursor", works);
    for (const { headers } of cursor.requests) expect(headers).not.toHaveProperty("x-upstream-key");
  });

  test("a check of claude-code marks a block to be cached, and offers a tool", async () => {
    const { requests } = await check("claude-code", works);
    const bodies = requests.map(({ body }) => JSON.stringify(body));
    expect(bodies.filter((body) => body.includes('"cache_control":{"type":"ephemeral"}'))).toEqual([
      bodies[3],
    ]);
    expect(bodies.filter((body) => body.includes('"tools"'))).toEqual([bodies[2]]);
  });

  test.each([
    ["of SDKs", refused(400, { code: "tools_not_supported", ...NO_TOOLS })],
    ["of the gateway", { status: 400, body: { error: "tools_not_supported", ...NO_TOOLS } }],
  ])(
    "an error in the format %s prints its message, code and hint, and the exit code is 1",
    async (_format, answer) => {
      const { code, out, err } = await check("claude-code", (request) =>
        JSON.stringify(request.body).includes('"tools"') ? answer : works(request),
      );
      expect(code).toBe(1);
      expect(out).toContain("works    a stream\n");
      expect(out).toContain(
        "refused  a tool: No tools (tools_not_supported)\n         Hint: Set TOOLS_ENABLED\n",
      );
      expect(err).toBe("veil setup: 1 of 5 requests did not work\n");
    },
  );

  test("a check with --json prints each request with its status, code, message and hint", async () => {
    const error = { code: "upstream_not_found", message: "The provider has no such model" };
    const { code, out } = await check("litellm", () => refused(404, error), "--json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      client: "litellm",
      tried: ["a call", "a stream", "a tool"].map((name) => ({
        ...{ name, works: false, status: 404, ...error },
        hint: "name a model of the provider with --model",
      })),
    });
  });

  test.each<[string, FakeAnswer, RegExp]>([
    ["a body that is not JSON", { body: "<html>" }, /a call: the answer is not JSON/],
    ["an answer without a stream", { body: {} }, /a stream: the answer is not a stream/],
    ["a stream without its end", streamOf("data: {}\n\n"), /a stream: the stream broke off/],
    [
      "an error in a stream",
      streamOf('event: error\ndata: {"error":{"message":"Busy","code":"server_busy"}}\n\n'),
      /a stream: Busy \(server_busy\)/,
    ],
    ["an error page of a proxy", { status: 502, body: "<html>" }, /status 502, and no error of a/],
    ["a redirect", { status: 302 }, /answers with a redirect/],
  ])("veil setup --check exits with 1 for %s", async (_case, answer, printed) => {
    const { code, out } = await check("codex", () => answer);
    expect(code).toBe(1);
    expect(out).toMatch(printed);
  });

  test("a check of a gateway that is not there says which address nothing listens at", async () => {
    const env = { VEIL_API_KEY: API_KEY, VEIL_URL: "http://127.0.0.1:1" };
    const { code, out } = await capturedWith({ env }, "setup", "cursor", "--check");
    expect(code).toBe(1);
    expect(out).toContain("no gateway at http://127.0.0.1:1");
  });

  test.each([[[]], [["--json"]]])(
    "a response that repeats the keys does not make the check print them (%j)",
    async (more) => {
      const repeated = `You sent ${API_KEY} and ${UPSTREAM_KEY}`;
      const error = { code: "invalid_api_key", message: repeated, hint: repeated };
      const { code, out, err } = await check("codex", () => refused(401, error), ...more);
      expect(code).toBe(1);
      expect(out).toContain("You sent … and …");
      for (const key of [API_KEY, UPSTREAM_KEY]) expect(out + err).not.toContain(key);
    },
  );

  test("Ctrl-C ends a check with 130", async () => {
    const ctrlC = new AbortController();
    const { code, requests } = await veilWith(
      () => {
        ctrlC.abort();
        return undefined;
      },
      ["setup", "codex", "--check"],
      { changes: { interrupted: ctrlC.signal } },
    );
    expect([code, requests.length]).toEqual([130, 1]);
  });
});
