import type { Clock } from "@veil/contracts/clock";
import type { SignedManifest, VeilKeysManifest } from "@veil/contracts/signer";
import { endpoint } from "@veil/http-kit";
import type { IRouter } from "express";

/** `GET /manifest`: what the gateway publishes at `/.well-known/veil-keys.json`. */
export function getManifestRoute(router: IRouter, manifest: SignedManifest, nowMs: Clock): void {
  endpoint(router, "/manifest", {
    get: [
      (_req, res) => {
        const body: VeilKeysManifest = {
          ...manifest,
          served_at: new Date(nowMs()).toISOString(),
        };
        res.json(body);
      },
    ],
  });
}
