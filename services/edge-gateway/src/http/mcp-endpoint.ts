import { type BodyBudget, jsonBody, type PresentError, toApiError } from "@veil/http-kit";
import type { ErrorRequestHandler, Request, RequestHandler } from "express";
import { LARGE_BODY_BYTES } from "../api/body-limits.ts";
import type { CustomerEndpoint } from "../api/register-operations.ts";
import type { SameOrigin } from "../modules/accounts/middleware/same-origin.ts";
import { mcpErrorBody } from "../modules/mcp/domain/mcp-error.ts";
import { mcpMessages } from "../modules/mcp/routes/mcp-messages.ts";
import type { ToolDeps } from "../modules/mcp/routes/tool.ts";
import { sdkError } from "../modules/sdk/domain/sdk-error.ts";

export interface McpEndpointDeps {
  readonly mcp: ToolDeps;
  readonly mcpLimit: RequestHandler;
  readonly mcpOrigin: Pick<SameOrigin, "requireIfNamed">;
  readonly bodyBudget: BodyBudget;
}

const PATH = "/api/v1/mcp/messages";

export function mcpEndpoint(customer: CustomerEndpoint, deps: McpEndpointDeps): void {
  const { mcp, mcpOrigin, mcpLimit: limit, bodyBudget: budget } = deps;
  /** A page that has another name for this address must not use a key that a local client keeps. */
  const checkOrigin: RequestHandler = (req, _res, next) => {
    mcpOrigin.requireIfNamed(req);
    next();
  };
  const body = jsonBody({ limitBytes: LARGE_BODY_BYTES, budget });
  customer(
    PATH,
    { post: [checkOrigin, body, mcpMessages(mcp)] },
    { replacedKeys: "admitted", limit },
  );
}

/** Their codes are those of the SDK endpoints. */
export const translateMcpErrors: ErrorRequestHandler = (error, req, _res, next) =>
  next(isMcpPath(req) ? sdkError(toApiError(error)) : error);

/** MCP clients, which always accept events too, read an error of JSON-RPC; all others the body of every endpoint. */
export function inMcpForm(present: PresentError): PresentError {
  return (error, req, requestId) =>
    isMcpClient(req)
      ? mcpErrorBody(error.status, error.toBody(requestId))
      : present(error, req, requestId);
}

function isMcpPath({ path }: Request): boolean {
  return path.toLowerCase() === PATH;
}

function isMcpClient(req: Request): boolean {
  return isMcpPath(req) && (req.get("accept") ?? "").includes("text/event-stream");
}
