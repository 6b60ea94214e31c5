import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { verificationPage } from "@veil/certificate-page";
import type { RequestHandler } from "express";
import { pagePolicy } from "../../../platform/page-policy.ts";

/** Where the verifier for browsers is, its page for whole certificates, and what they need. */
export const VERIFIER_PATHS = {
  script: "/veil/verifier.js",
  verification: "/veil/verify",
  manifest: "/.well-known/veil-keys.json",
} as const;

// Browsers may keep it but must revalidate it: replicas of two versions may answer.
const CACHE_CONTROL = "no-cache";

/** The verifier as one file. @throws Error when it was not built */
export function verifierScript(): RequestHandler {
  const file = fileURLToPath(import.meta.resolve("@veil/certificate-page/verifier.js"));
  const script = readFileSync(file);
  const etag = `"${createHash("sha256").update(script).digest("hex")}"`;
  return function handleVerifierScript(_req, res) {
    res.set({ "Cache-Control": CACHE_CONTROL, ETag: etag }).type("js").send(script);
  };
}

/** Files are chosen and verified in the browser: the page may open no connection. */
export function verificationPageRoute(): readonly RequestHandler[] {
  const html = verificationPage(VERIFIER_PATHS);
  return [
    pagePolicy("none"),
    function handleVerificationPage(_req, res) {
      res.set("Cache-Control", CACHE_CONTROL).type("html").send(html);
    },
  ];
}
