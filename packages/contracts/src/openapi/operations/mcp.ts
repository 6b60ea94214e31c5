import { McpAnswer, McpMessage } from "../../public/sdk/mcp.ts";
import type { Operation } from "../operation.ts";
import { sdkHeaders } from "./sdk.ts";

export const MCP_OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: "/api/v1/mcp/messages",
    id: "sendMcpMessage",
    tag: "SDK endpoints",
    access: "key",
    admits: ["replaced keys"],
    limit: "mcp",
    summary: "One message of an MCP client, by the transport Streamable HTTP",
    description:
      "Stateless; revisions 2024-10-07 to 2026-07-28 of the protocol. Tools: private_inference, scan_text, get_usage, and where certificates " +
      "are made get_certificate and verify_certificate; of them those that the key's policy allows. What a tool refuses is a result with `isError` whose text begins with the error's code.",
    headers: sdkHeaders,
    body: {
      schema: McpMessage,
      size: "large",
      example: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    },
    answers: {
      200: { description: "The result, or an error of the protocol", schema: McpAnswer },
      202: { description: "A notification was taken" },
    },
    errors: ["not_found", "origin_not_allowed", "server_busy"],
    errorForm: "json-rpc",
  },
];
