import {
  Client as LaterClient,
  StreamableHTTPClientTransport as LaterTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

export const MCP_PATH = "/api/v1/mcp/messages";

interface Connecting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface ToolAnswer {
  readonly isError?: boolean | undefined;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Record<string, unknown> | undefined;
}

interface McpClient {
  readonly tools: () => Promise<readonly string[]>;
  readonly call: (name: string, given?: Record<string, unknown>) => Promise<ToolAnswer>;
  /** Returns the protocol revision on which the client and the gateway have agreed. */
  readonly revision: () => string | undefined;
  readonly close: () => Promise<void>;
}

type Connect = (to: Connecting) => Promise<McpClient>;

const INFO = { name: "test", version: "1" };

/** The client libraries in use, with the protocol revision that each supports. */
export const MCP_CLIENTS: readonly (readonly [string, string, Connect])[] = [
  ["@modelcontextprotocol/sdk 1", "2025-11-25", connectFormer],
  ["@modelcontextprotocol/client 2, legacy", "2025-11-25", (to) => connectLater(to, "legacy")],
  ["@modelcontextprotocol/client 2, auto", "2026-07-28", (to) => connectLater(to, "auto")],
];

async function connectFormer({ url, headers }: Connecting): Promise<McpClient> {
  const client = new Client(INFO);
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, given = {}) =>
      (await client.callTool({ name, arguments: given })) as ToolAnswer,
    revision: () => transport.protocolVersion,
    close: () => client.close(),
  };
}

async function connectLater(
  { url, headers }: Connecting,
  mode: "legacy" | "auto",
): Promise<McpClient> {
  const client = new LaterClient(INFO, { versionNegotiation: { mode } });
  await client.connect(new LaterTransport(new URL(url), { requestInit: { headers } }));
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, given = {}) =>
      (await client.callTool({ name, arguments: given })) as ToolAnswer,
    revision: () => client.getNegotiatedProtocolVersion(),
    close: () => client.close(),
  };
}
