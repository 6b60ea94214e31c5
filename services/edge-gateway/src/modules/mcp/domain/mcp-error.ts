import type { ErrorBody, ErrorCode } from "@veil/contracts/errors";
import type { McpAnswer } from "@veil/contracts/public/sdk/mcp";

/**
 * Error codes. REFUSED is from the range reserved for servers. Source: JSON-RPC 2.0, section 5.1.
 */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;
const REFUSED = -32_000;

const INVALID: ReadonlySet<ErrorCode> = new Set([
  "missing_field",
  "invalid_field",
  "request_too_large",
]);

/**
 * Returns the body for MCP clients of an error that occurred before the MCP library handled the
 * request.
 */
export function mcpErrorBody(status: number, body: ErrorBody): McpAnswer {
  const error = { code: codeOf(status, body.error), message: body.message, data: body };
  return { jsonrpc: "2.0", id: null, error };
}

function codeOf(status: number, code: ErrorCode): number {
  if (code === "invalid_json") return PARSE_ERROR;
  if (INVALID.has(code)) return INVALID_REQUEST;
  return code === "internal_error" || status >= 500 ? INTERNAL_ERROR : REFUSED;
}
