import { ApiError } from "@veil/contracts/errors";
import type { Dialect } from "@veil/contracts/inference";
import type { Extension } from "@veil/contracts/public/call-policy";
import { bodyBytesOf, contextOf, forgetBody } from "@veil/service-kit/http";
import type { Request, Response } from "express";
import { keyCallerOf } from "../../accounts/http.ts";
import {
  type CheckedTemplate,
  checkOutputSchema,
  checkTools,
  type DirectCallDeps,
  requireActivityForm,
  requireAllowedModel,
  requireFewTexts,
  runDirectCall,
  type UseOpenCall,
  type WithoutPublished,
} from "../../calls/index.ts";
import { effectivePolicy } from "../../entities/index.ts";
import { isRelinked } from "../domain/call-policy.ts";
import {
  type CredentialDeps,
  type CredentialFor,
  credentialOf,
} from "../domain/provider-credential.ts";
import type { Allowed, CacheControl, SdkCall } from "../domain/sdk-call.ts";

export interface SdkDeps extends CredentialDeps {
  readonly calls: DirectCallDeps;
  readonly modelsAllowed: readonly string[];
  readonly preamble: CheckedTemplate | undefined;
  readonly streamingEnabled: boolean;
  /** The extensions that the deployment enables. */
  readonly extensions: ReadonlySet<Extension>;
  readonly cacheControl: CacheControl;
  /** A stream gets a ping after this time without an event. */
  readonly streamPingMs: number;
  /** A stream is closed if the client has not read it completely after this time. */
  readonly streamTimeoutMs: number;
  readonly toolsEnabled: boolean;
  /** Removes the addresses that tool definitions may contain. */
  readonly published: WithoutPublished;
}

interface SdkRun<T> {
  readonly use: UseOpenCall<T>;
  readonly run?: typeof runDirectCall<T>;
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/**
 * Checks and prepares a request to an SDK endpoint until it may be sent to the provider, then
 * passes it to `use`.
 */
export async function runSdkCall<T>(
  deps: SdkDeps,
  call: SdkCall,
  exchange: Exchange,
  { use, run = runDirectCall }: SdkRun<T>,
): Promise<T> {
  const { req, res } = exchange;
  const caller = keyCallerOf(res);
  requireAllowedModel(call.parameters.model, deps.modelsAllowed);
  const { language, activity: given, ...asked } = readCallHeaders(req);
  const relink = isRelinked(caller, asked.relink);
  const credentialFor = await sdkCredential(deps, call.content.dialect, exchange);
  const policy = effectivePolicy(caller.entityPolicy);
  requireFewTexts(call.content.messages);
  const { activities } = deps.calls;
  const activity = await activities.require(caller.customerId, given, {
    ...{ field: ACTIVITY, trace: contextOf(res) },
  });
  const checkedTools = await checkTools(deps.calls.scans, deps.published, call.tools);
  const outputSchema = await checkOutputSchema(deps.calls.scans, call.outputSchema);
  const relinkTools = new Set(relink ? caller.callPolicy?.tools?.relink_tools : []);
  forgetBody(req, res);
  const input = {
    ...{ caller, relink, activity, credentialFor, trace: contextOf(res) },
    content: {
      ...{ ...call.content, tools: undefined, ...checkedTools, outputSchema, relinkTools },
      ...{ preamble: deps.preamble, keepsPlaceholders: !relink },
    },
    parameters: call.parameters,
    ...(language !== undefined && { language }),
    ...(policy !== undefined && { policy }),
  };
  return await run(deps.calls, input, use);
}

/** Returns whether both the operator and the policy of the API key allow the extension. */
export function mayUse(
  { extensions }: Pick<SdkDeps, "extensions">,
  res: Response,
  extension: Extension,
): boolean {
  const ofKey = keyCallerOf(res).callPolicy?.extensions;
  return extensions.has(extension) && ofKey?.includes(extension) === true;
}

/** Returns what a request may have beyond texts, and its body as it was received. */
export function allowedIn(deps: SdkDeps, res: Response): Allowed {
  return {
    tools: mayUseTools(deps, res),
    cacheControl: mayUse(deps, res, "cache_control") ? deps.cacheControl : "reject",
    thinking: mayUse(deps, res, "thinking"),
    bytes: bodyBytesOf(res),
  };
}

/** Returns whether both the operator and the policy of the API key allow tools. */
function mayUseTools({ toolsEnabled }: Pick<SdkDeps, "toolsEnabled">, res: Response) {
  return toolsEnabled && keyCallerOf(res).callPolicy?.tools?.allowed === true;
}

export async function sdkCredential(
  deps: CredentialDeps,
  dialect: Dialect,
  { req, res }: Exchange,
): Promise<CredentialFor> {
  const upstreamKey = req.get("x-upstream-key") || undefined;
  return await credentialOf(deps, keyCallerOf(res), { upstreamKey, dialect });
}

/**
 * Reads the options that a caller may set with headers.
 * @throws ApiError `invalid_field`
 */
export function readCallHeaders(req: Request) {
  return {
    relink: choiceOf(req, "x-veil-relink", ["true", "false"]),
    language: choiceOf(req, "x-veil-language", ["en", "de"]),
    activity: activityOf(req),
  };
}

const ACTIVITY = "The header x-veil-activity";

function activityOf(req: Request): string | undefined {
  const name = req.get("x-veil-activity");
  if (name !== undefined) requireActivityForm(name, ACTIVITY);
  return name;
}

function choiceOf<const T extends string>(
  req: Request,
  header: string,
  values: readonly T[],
): T | undefined {
  const given = req.get(header);
  if (given === undefined) return undefined;
  const value = values.find((one) => one === given);
  if (value !== undefined) return value;
  throw new ApiError("invalid_field", `The header ${header} must be one of ${values.join(", ")}`);
}
