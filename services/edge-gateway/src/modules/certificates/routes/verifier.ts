import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { verificationPage } from "@veil/certificate-page";
import type { Clock } from "@veil/contracts/clock";
import type { VeilKeysManifest } from "@veil/contracts/signer";
import type { RequestHandler } from "express";
import { pagePolicy } from "../../../platform/page-policy.ts";

/**
 * The paths of the browser verifier, of its page for complete certificates, and of the manifest
 * that they need.
 */
export const VERIFIER_PATHS = {
  script: "/veil/verifier.js",
  verification: "/veil/verify",
  manifest: "/.well-known/veil-keys.json",
} as const;

// Browsers may cache responses but must revalidate them, because replicas of two versions may
// respond.
const CACHE_CONTROL = "no-cache";

/** Serves the verifier as one file. @throws Error when it was not built */
export function verifierScript(): RequestHandler {
  const file = fileURLToPath(import.meta.resolve("@veil/certificate-page/verifier.js"));
  const script = readFileSync(file);
  const etag = `"${createHash("sha256").update(script).digest("hex")}"`;
  return function handleVerifierScript(_req, res) {
    res.set({ "Cache-Control": CACHE_CONTROL, ETag: etag }).type("js").send(script);
  };
}

/**
 * Serves the verification page. Files are chosen and verified in the browser, so the page must not
 * open connections.
 */
export function verificationPageRoute(): readonly RequestHandler[] {
  const html = verificationPage(VERIFIER_PATHS);
  return [
    pagePolicy("none"),
    function handleVerificationPage(_req, res) {
      res.set("Cache-Control", CACHE_CONTROL).type("html").send(html);
    },
  ];
}

interface VeilKeysDeps {
  readonly currentManifest: () => Promise<VeilKeysManifest>;
  readonly nowMs: Clock;
}

/**
 * Caches may store the manifest, because it is signed and the same for everyone. They keep it only
 * briefly, so that a new manifest is visible soon after a key was stolen.
 */
const KEYS_CACHE_CONTROL = "public, max-age=60";

export function readVeilKeys({ currentManifest, nowMs }: VeilKeysDeps): RequestHandler {
  return async function handleReadVeilKeys(_req, res) {
    const manifest = await currentManifest();
    const body: VeilKeysManifest = { ...manifest, served_at: new Date(nowMs()).toISOString() };
    res.set("Cache-Control", KEYS_CACHE_CONTROL).json(body);
  };
}
