import type { Clock } from "@veil/contracts/clock";
import type { GatewayDeps } from "../http/app.ts";
import { createHttpKeyManifest } from "../modules/veil/adapters/http-key-manifest.ts";
import type { Clients } from "./clients.ts";

interface VeilParts {
  readonly clients: Clients;
  readonly nowMs: Clock;
}

export function createVeilModule({ clients, nowMs }: VeilParts): Pick<GatewayDeps, "veilKeys"> {
  const { signer } = clients.clients;
  return { veilKeys: { currentManifest: createHttpKeyManifest({ signer, nowMs }), nowMs } };
}
