import type { Clock } from "@veil/contracts/clock";
import type { VeilKeysManifest } from "@veil/contracts/signer";
import type { RequestHandler } from "express";

interface VeilKeysDeps {
  readonly currentManifest: () => Promise<VeilKeysManifest>;
  readonly nowMs: Clock;
}

/** Signed, and the same for everyone. After a theft the new list is to be seen soon. */
const CACHE_CONTROL = "public, max-age=60";

export function readVeilKeys({ currentManifest, nowMs }: VeilKeysDeps): RequestHandler {
  return async function handleReadVeilKeys(_req, res) {
    const manifest = await currentManifest();
    const body: VeilKeysManifest = { ...manifest, served_at: new Date(nowMs()).toISOString() };
    res.set("Cache-Control", CACHE_CONTROL).json(body);
  };
}
