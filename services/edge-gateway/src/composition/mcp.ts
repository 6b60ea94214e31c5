import { toApiError } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import type { GatewayConfig } from "../config.ts";
import type { GatewayDeps } from "../http/app.ts";
import { refusalOf } from "../http/database-refusals.ts";
import { sameOrigin } from "../modules/accounts/middleware/same-origin.ts";
import type { ProxyDeps } from "../modules/calls/native/routes/proxy-messages.ts";
import type { ToolDeps } from "../modules/mcp/routes/tool.ts";
import { sdkError } from "../modules/sdk/domain/sdk-error.ts";

interface McpParts
  extends Pick<ToolDeps, "sdk">,
    Pick<GatewayDeps, "certificateRoutes" | "veilKeys"> {
  readonly config: GatewayConfig;
  readonly log: Logger;
  readonly calls: { readonly proxy: Pick<ProxyDeps, "defaultMaxTokens"> } & Pick<ToolDeps, "scan">;
  readonly accounts: Pick<ToolDeps, "requireInferenceLeft"> & {
    readonly routes: Pick<ToolDeps, "usage">;
  };
}

export function createMcpModule(parts: McpParts): Pick<GatewayDeps, "mcp" | "mcpOrigin"> {
  const { config, log, sdk, calls, accounts, certificateRoutes: reading, veilKeys } = parts;
  return {
    mcp: {
      sdk,
      scan: calls.scan,
      usage: accounts.routes.usage,
      certificates: reading && { reading, currentManifest: veilKeys.currentManifest },
      requireInferenceLeft: accounts.requireInferenceLeft,
      defaultMaxTokens: calls.proxy.defaultMaxTokens,
      toRefusal: (error) => sdkError(toApiError(refusalOf(error))),
      onFailed: (request_id, { code, cause }) =>
        log.error("request_failed", { request_id, code, error: cause }),
    },
    mcpOrigin: sameOrigin(config),
  };
}
