import { type BodyBudget, jsonBody, type PresentError, toApiError } from "@veil/http-kit";
import type { ErrorRequestHandler, Request, RequestHandler } from "express";
import { sdkError, sdkErrorBody } from "../modules/sdk/domain/sdk-error.ts";
import { createChatCompletion } from "../modules/sdk/routes/chat-completions.ts";
import { countTokens } from "../modules/sdk/routes/count-tokens.ts";
import { createMessage } from "../modules/sdk/routes/messages.ts";
import { readModel, readModels } from "../modules/sdk/routes/models.ts";
import type { SdkDeps } from "../modules/sdk/routes/sdk-route.ts";
import { LARGE_BODY_BYTES } from "./body-limits.ts";
import type { CustomerEndpoint } from "./register-operations.ts";
import { isSdkPath } from "./unknown-path.ts";

/** `auto`: official SDKs get the form that they read, all others that of the native endpoints. */
export type SdkErrorShape = "auto" | "spec" | "provider";

export interface SdkEndpointDeps {
  readonly sdk: SdkDeps;
  /** Shared with the native call; their codes become those of the SDK endpoints. */
  readonly perMinute: RequestHandler;
  readonly bodyBudget: BodyBudget;
  readonly sdkErrorShape: SdkErrorShape;
}

export function sdkEndpoints(customer: CustomerEndpoint, deps: SdkEndpointDeps): void {
  const { sdk, perMinute: limit, bodyBudget: budget } = deps;
  const body = jsonBody({ limitBytes: LARGE_BODY_BYTES, budget, keepBytes: true });
  const free = { developerKeys: "admitted", replacedKeys: "admitted" } as const;
  const access = { ...free, limit };
  customer("/v1/messages", { post: [body, createMessage(sdk)] }, access);
  customer("/v1/chat/completions", { post: [body, createChatCompletion(sdk)] }, access);
  customer("/v1/messages/count_tokens", { post: [body, countTokens(sdk)] }, free);
  customer("/v1/models", { get: [readModels(sdk)] }, free);
  customer("/v1/models/:model_id", { get: [readModel(sdk)] }, free);
}

/** SDKs read the id of a request from one of two headers. */
export function requestIdHeader(shape: SdkErrorShape): RequestHandler {
  return function nameRequest(req, res, next) {
    res.set("request-id", String(res.get("x-request-id")));
    if (shape === "auto" && isSdkPath(req.path)) res.vary("x-stainless-lang, user-agent");
    next();
  };
}

/** Before the error is written: its code and headers on the SDK endpoints. */
export const translateSdkErrors: ErrorRequestHandler = (error, req, _res, next) =>
  next(isSdkPath(req.path) ? sdkError(toApiError(error)) : error);

export function presentErrors(shape: SdkErrorShape): PresentError {
  return (error, req, requestId) => {
    const body = error.toBody(requestId);
    return isSdkPath(req.path) && isInSdkForm(shape, req) ? sdkErrorBody(error.status, body) : body;
  };
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
