import { MCP } from "../endpoints.ts";
import { decided, inGateway, line, provenBy, type Row, run, tested } from "../row.ts";

const message = (method: string, params?: object) => ({
  body: { jsonrpc: "2.0", id: 1, method, ...(params !== undefined && { params }) },
});
const result = { body: { jsonrpc: "2.0", id: 1, result: Object } };
const inMessages = (title: string) => inGateway("mcp-messages", title);

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
    "a model is asked",
    message("tools/call", {
      name: "private_inference",
      arguments: { messages: [{ role: "user", content: "Hello" }] },
    }),
    result,
  ),
  run(
    MCP,
    200,
    "there is no such certificate: an error of the tool",
    message("tools/call", { name: "get_certificate", arguments: { request_id: "none" } }),
    result,
  ),
  run(MCP, 200, "an unknown method: an error of the protocol", message("rockets/launch"), {
    body: { error: Object },
  }),
  run(MCP, 202, "a notification", {
    body: { jsonrpc: "2.0", method: "notifications/initialized" },
  }),
  run(MCP, [400, "invalid_field"], "a batch", { body: [message("tools/list").body] }),
  run(MCP, [403, "origin_not_allowed"], "a page of another origin", {
    headers: { origin: "https://elsewhere.example" },
  }),
  provenBy(
    MCP,
    [404, "not_found"],
    "an unknown method of the revision without handshake",
    inMessages("of the revision without handshake is answered, and no client can subscribe"),
  ),
  provenBy(
    MCP,
    [503, "server_busy"],
    "too many large bodies are in flight",
    inGateway(
      "bodies-in-flight",
      "While a large body is in flight, others' large SDK calls are 503 server_busy, and the customer's own 429 rate_limited",
    ),
  ),
];

export const MCP_LINES = [
  line(
    "- MCP-stdio gateway with per-key system-prompt policy, authenticated with the gateway key. Payload and response: not shown.",
    MCP_ANSWERS,
    ...["prepend", "append", "replace"].map((mode) =>
      tested(
        `the policy's text, mode ${mode}`,
        inMessages("%s: the text is where the policy says"),
      ),
    ),
    tested(
      "a client over standard input and output",
      inGateway("mcp-stdio", "%s: lists and calls tools over standard input and output"),
    ),
  ),
  decided(
    "`POST /api/v1/mcp/messages` is Streamable HTTP, both protocol eras, through `@modelcontextprotocol/server`'s handler: tools `private_inference`, `scan_text`, `get_certificate`, `verify_certificate`, `get_usage`;",
    ...["lists the tools", "asks a model"].map((when) =>
      tested(
        `in both eras, with real clients: ${when}`,
        inGateway(
          "mcp",
          when === "asks a model"
            ? "asks a model that sees placeholders, and gets values when it asks for them"
            : "agrees on a revision, and lists the tools",
        ),
      ),
    ),
    tested(
      "a certificate is fetched",
      inGateway(
        "mcp-certificates",
        "get_certificate: a paying customer gets the whole certificate, any other the public summary",
      ),
    ),
    tested(
      "a certificate is verified",
      inGateway(
        "mcp-certificates",
        "verify_certificate runs every step, and says that it is the operator's own word",
      ),
    ),
  ),
  decided(
    "(`prepend|append|replace|forbid_client_system`, text, allowed models, allowed tools), set by the admin API and not overridable by the client;",
    tested(
      "no prompt of the client",
      inMessages("forbid_client_system: a client's own prompt is refused, before anything is sent"),
    ),
    tested("models", inMessages("only models of its list are used, the first when none is named")),
    tested("tools", inMessages("a tool that is not of its list is neither listed nor run")),
  ),
  decided(
    "401 with `WWW-Authenticate: Bearer`; Origin and Host checked;",
    tested("no key", inMessages("without a key, or with a wrong one, names the scheme")),
    tested("Origin", inMessages("of a page of another origin is refused, whatever its key")),
  ),
];
