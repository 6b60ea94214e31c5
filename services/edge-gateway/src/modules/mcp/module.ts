import type { VeilKeysManifest } from "@veil/contracts/signer";
import { toApiError } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import type { Request, RequestHandler } from "express";
import type { ServedOperations } from "../../api/register-operations.ts";
import type { GatewayConfig } from "../../config.ts";
import { toClientError } from "../../platform/database-refusals.ts";
import type { UsageDeps } from "../accounts/index.ts";
import type { ReadCertificateDeps } from "../certificates/index.ts";
import type { ScanDeps } from "../scan/index.ts";
import type { SdkDeps } from "../sdk/http.ts";
import { sdkError } from "../sdk/index.ts";
import { mcpMessages } from "./routes/mcp-messages.ts";
import type { ToolDeps } from "./routes/mcp-server.ts";

interface McpNeeds {
  readonly config: Pick<GatewayConfig, "defaultMaxTokens">;
  readonly sdk: SdkDeps;
  readonly scan: ScanDeps;
  readonly usage: UsageDeps;
  /** Undefined if no certificates are made. */
  readonly reading: ReadCertificateDeps | undefined;
  readonly currentManifest: () => Promise<VeilKeysManifest>;
  readonly requireInferenceLeft: ToolDeps["requireInferenceLeft"];
  /** Checks the Origin header. @throws ApiError `origin_not_allowed` */
  readonly requireOwnOrigin: (req: Request) => void;
  readonly log: Logger;
}

export function createMcpModule(needs: McpNeeds): { readonly serves: ServedOperations } {
  const { reading, currentManifest, requireOwnOrigin, log } = needs;
  /**
   * Checks the Origin header, because a web page that reaches this address under another name must
   * not be able to use the key of a local client.
   */
  const checkOrigin: RequestHandler = (req, _res, next) => {
    requireOwnOrigin(req);
    next();
  };
  const handler = mcpMessages({
    sdk: needs.sdk,
    scan: needs.scan,
    usage: needs.usage,
    certificates: reading && { reading, currentManifest },
    requireInferenceLeft: needs.requireInferenceLeft,
    defaultMaxTokens: needs.config.defaultMaxTokens,
    toRefusal: (error) => sdkError(toApiError(toClientError(error))),
    onFailed: (request_id, { code, cause }) =>
      log.error("request_failed", { request_id, code, error: cause }),
  });
  return { serves: { sendMcpMessage: [checkOrigin, handler] } };
}
