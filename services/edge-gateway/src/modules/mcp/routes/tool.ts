import type { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import type { McpTool } from "@veil/contracts/public/call-policy";
import { McpInference, McpNoArguments } from "@veil/contracts/public/mcp";
import { ScanRequest } from "@veil/contracts/public/scan";
import { contextOf } from "@veil/service-kit/http";
import type { Request, Response } from "express";
import { keyCallerOf, type UsageDeps, usageOf } from "../../accounts/http.ts";
import { answerWhole, type OpenCall } from "../../calls/index.ts";
import { type ScanDeps, scanText } from "../../scan/index.ts";
import { runSdkCall, type SdkDeps } from "../../sdk/http.ts";
import { dialectOfKey, requireCleanSystem } from "../../sdk/index.ts";
import { inferenceCall } from "../domain/inference-call.ts";
import { inferenceResult, type ToolResult } from "../domain/tool-results.ts";
import {
  type CertificateToolDeps,
  getCertificate,
  verifyCertificate,
} from "./certificate-tools.ts";

export interface ToolDeps {
  readonly sdk: SdkDeps;
  readonly scan: ScanDeps;
  readonly usage: UsageDeps;
  /** Undefined if no certificates are made; the tools of certificates then do not exist. */
  readonly certificates: CertificateToolDeps | undefined;
  readonly defaultMaxTokens: number;
  /**
   * Applies the limit of a customer's calls on all routes.
   * @throws ApiError
   */
  readonly requireInferenceLeft: (req: Request, res: Response) => Promise<void>;
  /** Converts errors as the other routes do, including those of the database. */
  readonly toRefusal: (error: unknown) => ApiError;
  /** Called with an error whose details the client does not get. */
  readonly onFailed: (requestId: string, error: ApiError) => void;
}

export interface McpExchange {
  readonly req: Request;
  readonly res: Response;
}

type Tool = (deps: ToolDeps, given: unknown, exchange: McpExchange) => Promise<ToolResult>;

const parseInference = checked(McpInference);
const parseScan = checked(ScanRequest);
const parseNothing = checked(McpNoArguments);

/** Each throws ApiError. */
export const RUN: Readonly<Record<McpTool, Tool>> = {
  async private_inference(deps, given, exchange) {
    const { sdk, defaultMaxTokens: maxTokens } = deps;
    const { req, res } = exchange;
    await deps.requireInferenceLeft(req, res);
    const asked = parseInference(given);
    const caller = keyCallerOf(res);
    const dialect = await dialectOfKey(sdk, caller, req.get("x-upstream-key") || undefined);
    const policy = caller.callPolicy?.mcp;
    const call = inferenceCall(asked, { policy, maxTokens, dialect });
    await requireCleanSystem(sdk.calls.scans, call.content);
    const use = async (open: OpenCall) => inferenceResult(open, await answerWhole(sdk.calls, open));
    return await runSdkCall(sdk, call, exchange, { use });
  },
  async scan_text({ scan }, given, { res }) {
    const structured = await scanText(scan, parseScan(given), contextOf(res));
    return { text: structured.redacted, structured };
  },
  async get_usage({ usage }, given, { res }) {
    parseNothing(given);
    const structured = await usageOf(usage, keyCallerOf(res));
    return { text: JSON.stringify(structured), structured };
  },
  async get_certificate({ certificates }, given, { res }) {
    return await getCertificate(existing(certificates), given, keyCallerOf(res));
  },
  async verify_certificate({ certificates }, given, { res }) {
    return await verifyCertificate(existing(certificates), given, keyCallerOf(res));
  },
};

function existing(certificates: CertificateToolDeps | undefined): CertificateToolDeps {
  if (certificates === undefined) throw new TypeError("There are no certificates");
  return certificates;
}
