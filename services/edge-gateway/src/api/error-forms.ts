import { OPERATIONS } from "@veil/contracts/openapi";
import { type PresentError, toApiError } from "@veil/service-kit/http";
import type { ErrorRequestHandler, Request, RequestHandler } from "express";
import { mcpErrorBody } from "../modules/mcp/domain/mcp-error.ts";
import { sdkError, sdkErrorBody } from "../modules/sdk/domain/sdk-error.ts";
import { isSdkPath } from "./unknown-path.ts";

/**
 * The form of errors at the SDK endpoints. `auto`: official SDKs get the provider's form, and other
 * callers get the form of the native endpoints.
 */
export type SdkErrorShape = "auto" | "spec" | "provider";

/** Adds the request id in the header `request-id`, because SDKs read it from one of two headers. */
export function requestIdHeader(shape: SdkErrorShape): RequestHandler {
  return function nameRequest(req, res, next) {
    res.set("request-id", String(res.get("x-request-id")));
    if (shape === "auto" && isSdkPath(req.path)) res.vary("x-stainless-lang, user-agent");
    next();
  };
}

/**
 * Converts errors to the codes and headers of the SDK endpoints before the error handler writes
 * them.
 */
export const translateSdkErrors: ErrorRequestHandler = (error, req, _res, next) =>
  next(isSdkPath(req.path) ? sdkError(toApiError(error)) : error);

/** Converts errors of MCP endpoints, which use the error codes of the SDK endpoints. */
export const translateMcpErrors: ErrorRequestHandler = (error, req, _res, next) =>
  next(isMcpPath(req) ? sdkError(toApiError(error)) : error);

export function presentErrors(shape: SdkErrorShape): PresentError {
  return (error, req, requestId) => {
    const body = error.toBody(requestId);
    return isSdkPath(req.path) && isInSdkForm(shape, req) ? sdkErrorBody(error.status, body) : body;
  };
}

/**
 * Returns a JSON-RPC error for MCP clients, which also accept event streams, and the usual body for
 * other callers.
 */
export function inMcpForm(present: PresentError): PresentError {
  return (error, req, requestId) =>
    isMcpPath(req) && (req.get("accept") ?? "").includes("text/event-stream")
      ? mcpErrorBody(error.status, error.toBody(requestId))
      : present(error, req, requestId);
}

const MCP_PATHS = OPERATIONS.filter(({ errorForm }) => errorForm === "json-rpc").map(
  ({ path }) => path,
);

function isMcpPath({ path }: Request): boolean {
  return MCP_PATHS.includes(path.toLowerCase());
}

function isInSdkForm(shape: SdkErrorShape, req: Request): boolean {
  switch (shape) {
    case "provider":
      return true;
    case "spec":
      return false;
    case "auto":
      return isOfficialSdk(req);
  }
}

function isOfficialSdk(req: Request): boolean {
  const isStainless = req.get("x-stainless-lang") !== undefined;
  return isStainless || (req.get("user-agent") ?? "").includes("ai-sdk/");
}
