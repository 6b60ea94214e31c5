import { MCP } from "../endpoints.ts";
import { line, type Row, run, tested } from "../row.ts";

const message = (method: string, params?: object) => ({
  body: { jsonrpc: "2.0", id: 1, method, ...(params !== undefined && { params }) },
});
const result = { body: { jsonrpc: "2.0", id: 1, result: Object } };

export const MCP_ANSWERS: readonly Row[] = [
  run(MCP, 200, "the tools are listed", message("tools/list"), result),
  run(MCP, 200, "this month's use", message("tools/call", { name: "get_usage" }), result),
  run(
    MCP,
    200,
    "a text is scanned",
    message("tools/call", { name: "scan_text", arguments: { text: "Call Ann." } }),
    result,
  ),
  run(
    MCP,
    200,
    "a model responds",
    message("tools/call", {
      name: "private_inference",
      arguments: { messages: [{ role: "user", content: "Hello" }] },
    }),
    result,
  ),
  run(
    MCP,
    200,
    "an unknown certificate is an error of the tool",
    message("tools/call", { name: "get_certificate", arguments: { request_id: "none" } }),
    result,
  ),
  run(MCP, 200, "an unknown method is an error of the protocol", message("rockets/launch"), {
    body: { error: Object },
  }),
  run(MCP, 202, "a notification", {
    body: { jsonrpc: "2.0", method: "notifications/initialized" },
  }),
  run(MCP, [400, "invalid_field"], "a batch", { body: [message("tools/list").body] }),
  run(MCP, [403, "origin_not_allowed"], "a page of another origin", {
    headers: { origin: "https://elsewhere.example" },
  }),
  ...tested([404, "not_found"], MCP),
  ...tested([503, "server_busy"], MCP),
];

export const MCP_LINES = [
  line(
    "MCP-1",
    "- MCP-stdio gateway with per-key system-prompt policy, authenticated with the gateway key. Payload and response: not shown.",
    MCP_ANSWERS,
  ),
  line(
    "DEC-2",
    "`POST /api/v1/mcp/messages` is Streamable HTTP, both protocol eras, through `@modelcontextprotocol/server`'s handler: tools `private_inference`, `scan_text`, `get_certificate`, `verify_certificate`, `get_usage`;",
  ),
  line(
    "DEC-3",
    "(`prepend|append|replace|forbid_client_system`, text, allowed models, allowed tools), set by the admin API and not overridable by the client;",
  ),
  line("DEC-4", "401 with `WWW-Authenticate: Bearer`; Origin and Host checked;"),
];
