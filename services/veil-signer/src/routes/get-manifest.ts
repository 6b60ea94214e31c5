import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { SignedManifest, VeilKeysManifest } from "@veil/contracts/signer";
import { endpoint } from "@veil/service-kit/http";
import { Router } from "express";

/**
 * `GET /manifest`: returns the manifest, which the gateway publishes at
 * `/.well-known/veil-keys.json`.
 */
export function manifestRoutes(manifest: () => SignedManifest | undefined, nowMs: Clock): Router {
  const router = Router();
  endpoint(router, "/manifest", {
    get: [
      (_req, res) => {
        const signed = manifest();
        if (signed === undefined)
          throw new ApiError("busy", "The manifest is not ready yet", { retryAfterSeconds: 1 });
        const body: VeilKeysManifest = { ...signed, served_at: new Date(nowMs()).toISOString() };
        res.json(body);
      },
    ],
  });
  return router;
}
