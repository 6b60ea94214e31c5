import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client as LaterClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as LaterTransport } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describeWithServer } from "@veil/testing";
import { LETTER, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startSdkServer } from "../support/sdk-server.ts";

const VEIL = path.resolve(import.meta.dirname, "../../../../packages/cli/bin/veil.js");
const ARGUMENTS = [VEIL, "mcp-stdio"];

let server: Awaited<ReturnType<typeof startSdkServer>>;
let apiKey: string;
beforeAll(async () => {
  server = await startSdkServer();
  ({ apiKey } = await server.gateway.provision({ tier: "pro", managedAi: false }));
});
afterAll(() => server.close());

const environment = (key = apiKey) => ({
  HOME: "/nonexistent",
  ...{ VEIL_URL: server.url, VEIL_API_KEY: key, VEIL_UPSTREAM_KEY: UPSTREAM_KEYS.messages },
});

const question = {
  name: "private_inference",
  arguments: { messages: [{ role: "user", content: LETTER }], model: "m-1" },
};

async function formerClient(args: readonly string[]) {
  const client = new Client({ name: "test", version: "1" });
  const command = process.execPath;
  await client.connect(
    new StdioClientTransport({ command, args: [...args], env: environment(), stderr: "ignore" }),
  );
  return client;
}

async function laterClient(args: readonly string[]) {
  const client = new LaterClient(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: "auto" } },
  );
  const command = process.execPath;
  await client.connect(
    new LaterTransport({ command, args: [...args], env: environment(), stderr: "ignore" }),
  );
  return client;
}

describeWithServer("postgres", "veil mcp-stdio", () => {
  // @spec MCP-1
  test.each([
    ["@modelcontextprotocol/sdk 1", formerClient],
    ["@modelcontextprotocol/client 2", laterClient],
  ] as const)("%s lists and calls tools over standard input and output", async (_name, start) => {
    const client = await start([...ARGUMENTS, "--relink"]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("private_inference");
    const answer = await client.callTool(question);
    expect(answer.structuredContent).toMatchObject({ text: LETTER });
    const refused = await client.callTool({ ...question, arguments: {} });
    expect(refused).toMatchObject({ isError: true });
    await client.close();
  });

  const started = (key?: string): ChildProcessWithoutNullStreams =>
    spawn(process.execPath, ARGUMENTS, { env: environment(key) });
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };

  test("when its input closes, veil mcp-stdio answers what was sent, prints only protocol messages, and exits with 0", async () => {
    const veil = started();
    veil.stdin.end(`not json\n${JSON.stringify(list)}\n`);
    const [out, err, [code]] = await Promise.all([
      text(veil.stdout),
      text(veil.stderr),
      once(veil, "exit"),
    ]);
    const answers = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers).toEqual([
      { jsonrpc: "2.0", id: null, error: { code: -32_700, message: expect.any(String) } },
      { jsonrpc: "2.0", id: 1, result: { tools: expect.any(Array) } },
    ]);
    expect(err).toContain("was refused");
    expect(code).toBe(0);
  });

  test("when the gateway refuses the key, veil mcp-stdio prints an error with the code but without the key", async () => {
    const veil = started("gw_live_no");
    veil.stdin.end(`${JSON.stringify(list)}\n`);
    const [out, err] = await Promise.all([text(veil.stdout), text(veil.stderr)]);
    expect(JSON.parse(out)).toMatchObject({
      ...{ id: 1, error: { message: expect.stringMatching(/^invalid_api_key: /) } },
    });
    expect(err).toContain("invalid_api_key");
    expect(out + err).not.toContain("gw_live_no");
  });

  test("veil mcp-stdio exits with 0 after Ctrl-C", async () => {
    const veil = started();
    veil.stdin.write(`${JSON.stringify(list)}\n`);
    await once(veil.stdout, "data");
    veil.kill("SIGINT");
    expect((await once(veil, "exit"))[0]).toBe(0);
  });
});
