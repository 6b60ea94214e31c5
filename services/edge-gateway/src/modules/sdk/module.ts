import { createCredentialSealer } from "@veil/crypto";
import type { ServedOperations } from "../../api/register-operations.ts";
import type { GatewayConfig } from "../../config.ts";
import type { Clients } from "../../platform/clients.ts";
import type { ProviderCredentials } from "../accounts/index.ts";
import { type DirectCallDeps, withoutPublished } from "../calls/index.ts";
import { createChatCompletion } from "./routes/chat-completions.ts";
import { countTokens, createMessage } from "./routes/messages.ts";
import { readModel, readModels } from "./routes/models.ts";
import { createResponse } from "./routes/responses.ts";
import type { SdkDeps } from "./routes/sdk-route.ts";

interface SdkNeeds {
  readonly config: GatewayConfig;
  readonly credentials: ProviderCredentials;
  readonly clients: Clients;
  readonly calls: DirectCallDeps;
  readonly workerGraceMs: number;
}

interface SdkModule {
  readonly serves: ServedOperations;
  readonly sdk: SdkDeps;
}

export function createSdkModule(needs: SdkNeeds): SdkModule {
  const { config, credentials, clients, calls, workerGraceMs } = needs;
  const { keys, trust } = clients;
  const sdk: SdkDeps = {
    calls,
    credentials,
    sealCredential: createCredentialSealer({ from: keys.service, to: "inference-worker", trust }),
    prefixes: config.providerKeyPrefixes,
    dialects: config.providerDialects,
    managedAiEnabled: config.managedAiEnabled,
    modelsAllowed: config.modelsAllowed,
    preamble: config.preamble,
    streamingEnabled: config.streamingEnabled,
    extensions: config.extensions,
    cacheControl: config.cacheControl,
    streamPingMs: config.streamPingMs,
    // This time-out is longer than the worker's, so that a client that is reading gets the worker's
    // error.
    streamTimeoutMs: config.timing.jobDeadlineMs + 2 * workerGraceMs,
    toolsEnabled: config.toolsEnabled,
    published: withoutPublished(config.publishedAddresses),
  };
  return {
    serves: {
      createMessage: createMessage(sdk),
      createChatCompletion: createChatCompletion(sdk),
      ...(sdk.extensions.has("responses") && { createResponse: createResponse(sdk) }),
      countTokens: countTokens(sdk),
      readModels: readModels(sdk),
      readModel: readModel(sdk),
    },
    sdk,
  };
}
