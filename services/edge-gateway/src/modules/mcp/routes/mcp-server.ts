import {
  type CallToolResult,
  ProtocolError,
  Server,
  type Tool,
} from "@modelcontextprotocol/server";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import type { McpTool } from "@veil/contracts/public/call-policy";
import { ScanRequest } from "@veil/contracts/public/scan";
import { McpInference, McpNoArguments } from "@veil/contracts/public/sdk/mcp";
import { contextOf } from "@veil/service-kit/http";
import type { Request, Response } from "express";
import { keyCallerOf, usageOf } from "../../accounts/http.ts";
import type { UsageDeps } from "../../accounts/index.ts";
import { answerWhole, type OpenCall } from "../../calls/index.ts";
import { type ScanDeps, scanText } from "../../scan/index.ts";
import { runSdkCall, type SdkDeps } from "../../sdk/http.ts";
import { dialectOfKey, requireCleanSystem, systemTexts } from "../../sdk/index.ts";
import { inferenceCall } from "../domain/inference-call.ts";
import { inferenceResult, refusalText, type ToolResult } from "../domain/tool-results.ts";
import { allowedTools, existingTools, TOOLS } from "../domain/tools.ts";
import {
  type CertificateToolDeps,
  getCertificate,
  verifyCertificate,
} from "./certificate-tools.ts";

const INVALID_PARAMS = -32_602;
const INSTRUCTIONS =
  "A privacy gateway. private_inference asks a language model without showing it personal data: names, addresses, numbers and the " +
  "like are replaced by placeholders such as [PERSON_1] on the way, and restored in the answer where this key allows it.";

/**
 * Creates the server for one message. It keeps no state, so that every replica can handle every
 * message.
 */
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

export interface ToolDeps {
  readonly sdk: SdkDeps;
  readonly scan: ScanDeps;
  readonly usage: UsageDeps;
  /** Undefined if no certificates are made. The tools for certificates then do not exist. */
  readonly certificates: CertificateToolDeps | undefined;
  readonly defaultMaxTokens: number;
  /**
   * Applies the limit on a customer's inference calls, which is shared with other routes.
   * @throws ApiError
   */
  readonly requireInferenceLeft: (req: Request, res: Response) => Promise<void>;
  /** Converts errors, including those of the database, in the same way as other routes. */
  readonly toRefusal: (error: unknown) => ApiError;
  /** Called with an error whose details are hidden from the client. */
  readonly onFailed: (requestId: string, error: ApiError) => void;
}

interface McpExchange {
  readonly req: Request;
  readonly res: Response;
}

type RunTool = (deps: ToolDeps, given: unknown, exchange: McpExchange) => Promise<ToolResult>;

const parseInference = checked(McpInference);
const parseScan = checked(ScanRequest);
const parseNothing = checked(McpNoArguments);

/** The implementation of each tool. All of them throw ApiError. */
const RUN: Readonly<Record<McpTool, RunTool>> = {
  async private_inference(deps, given, exchange) {
    const { sdk, defaultMaxTokens: maxTokens } = deps;
    const { req, res } = exchange;
    await deps.requireInferenceLeft(req, res);
    const asked = parseInference(given);
    const caller = keyCallerOf(res);
    const dialect = await dialectOfKey(sdk, caller, req.get("x-upstream-key") || undefined);
    const policy = caller.callPolicy?.mcp;
    const call = inferenceCall(asked, { policy, maxTokens, dialect });
    await requireCleanSystem(sdk.calls.scans, systemTexts(call.content));
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
