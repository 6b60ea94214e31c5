import { toApiError } from "@veil/http-kit";
import type { Logger } from "@veil/telemetry";
import type { GatewayDeps } from "../../api/app.ts";
import { refusalOf } from "../../api/database-refusals.ts";
import type { GatewayConfig } from "../../config.ts";
import { sameOrigin } from "../accounts/middleware/same-origin.ts";
import type { ProxyDeps } from "../calls/native/routes/proxy-messages.ts";
import { sdkError } from "../sdk/domain/sdk-error.ts";
import type { ToolDeps } from "./routes/tool.ts";

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
