import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import {
  MCP_CERTIFICATE_BYTES_MAX,
  McpGetCertificate,
  McpVerifyCertificate,
} from "@veil/contracts/public/sdk/mcp";
import type { VeilKeysManifest } from "@veil/contracts/signer";
import { type KeyCaller, meetsTier } from "../../accounts/index.ts";
import {
  checkByPublished,
  type ReadCertificateDeps,
  readCertificate,
  readPublicSummary,
} from "../../certificates/index.ts";
import { certificateResult, type ToolResult, verificationResult } from "../domain/tool-results.ts";

export interface CertificateToolDeps {
  readonly reading: ReadCertificateDeps;
  readonly currentManifest: () => Promise<VeilKeysManifest>;
}

const parseGet = checked(McpGetCertificate);
const parseVerify = checked(McpVerifyCertificate);

/**
 * Returns the certificate, like `GET /api/v1/veil/certificate/{request_id}`, for callers of the pro
 * and enterprise tiers, and its public summary for other callers.
 * @throws ApiError
 */
export async function getCertificate(
  { reading }: CertificateToolDeps,
  given: unknown,
  caller: KeyCaller,
): Promise<ToolResult> {
  const { request_id } = parseGet(given);
  if (!meetsTier(caller, "pro"))
    return certificateResult({
      public_summary: issued(await readPublicSummary(reading, request_id)),
    });
  const certificate = issued(await readCertificate(reading, request_id, caller));
  return certificateResult({ certificate: { ...certificate } });
}

/**
 * Verifies the given certificate, or the certificate of one of the caller's requests.
 * @throws ApiError
 */
export async function verifyCertificate(
  { reading, currentManifest }: CertificateToolDeps,
  given: unknown,
  caller: KeyCaller,
): Promise<ToolResult> {
  const { certificate, request_id } = parseVerify(given);
  if ((certificate === undefined) === (request_id === undefined))
    throw new ApiError("invalid_field", 'Give either "certificate" or "request_id"');
  const asked =
    request_id === undefined
      ? certificate
      : issued(await readCertificate(reading, request_id, caller));
  const document = Buffer.from(typeof asked === "string" ? asked : JSON.stringify(asked));
  // The size is limited because the verifier blocks the event loop.
  if (document.length > MCP_CERTIFICATE_BYTES_MAX)
    throw new ApiError("invalid_field", 'Field "certificate" is larger than any certificate');
  const manifest = await currentManifest();
  return verificationResult(checkByPublished(document, manifest), manifest.version);
}

const RETRY_AFTER_SECONDS = 2;

/** @throws ApiError while the certificate is being made */
function issued<T>(found: T | undefined): T {
  if (found !== undefined) return found;
  throw new ApiError("certificate_not_found", "The certificate is being made", {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
