import {
  type CallToolResult,
  ProtocolError,
  Server,
  type Tool,
} from "@modelcontextprotocol/server";
import { ApiError } from "@veil/contracts/errors";
import { contextOf } from "@veil/service-kit/http";
import { keyCallerOf } from "../../accounts/http.ts";
import { refusalText } from "../domain/tool-results.ts";
import { allowedTools, existingTools, TOOLS } from "../domain/tools.ts";
import { type McpExchange, RUN, type ToolDeps } from "./tool.ts";

const INVALID_PARAMS = -32_602;
const INSTRUCTIONS =
  "A privacy gateway. private_inference asks a language model without showing it personal data: names, addresses, numbers and the " +
  "like are replaced by placeholders such as [PERSON_1] on the way, and restored in the answer where this key allows it.";

/** The server of one exchange keeps no state, so that every replica can answer every message. */
export function mcpServer(deps: ToolDeps, exchange: McpExchange): Server {
  const existing = existingTools({ certificates: deps.certificates !== undefined });
  const allowed = allowedTools(existing, keyCallerOf(exchange.res).callPolicy);
  const server = new Server(
    { name: "veil-gateway", title: "Veil Gateway", version: "1" },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", () => ({ tools: allowed.map(described) }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const { arguments: given = {} } = params;
    const name = existing.find((tool) => tool === params.name);
    if (name === undefined) throw new ProtocolError(INVALID_PARAMS, "There is no such tool");
    try {
      if (!allowed.includes(name)) throw forbidden(allowed);
      const { text, structured } = await RUN[name](deps, given, exchange);
      return { content: [{ type: "text", text }], structuredContent: structured };
    } catch (error) {
      return refused(deps, exchange, error);
    }
  });
  return server;
}

function described(name: keyof typeof TOOLS): Tool {
  const { title, description, arguments: input, result, readOnly } = TOOLS[name];
  return {
    ...{ name, title, description },
    inputSchema: input as unknown as Tool["inputSchema"],
    outputSchema: result as unknown as NonNullable<Tool["outputSchema"]>,
    annotations: { readOnlyHint: readOnly, destructiveHint: false },
  };
}

function forbidden(allowed: readonly string[]): ApiError {
  return new ApiError("key_policy_forbids", "The policy of this key does not allow this tool", {
    hint: allowed.length > 0 ? `Allowed: ${allowed.join(", ")}` : "It allows none",
  });
}

function refused(deps: ToolDeps, { res }: McpExchange, error: unknown): CallToolResult {
  const { requestId } = contextOf(res);
  const refusal = deps.toRefusal(error);
  if (refusal.status >= 500) deps.onFailed(requestId, refusal);
  return { isError: true, content: [{ type: "text", text: refusalText(refusal, requestId) }] };
}
