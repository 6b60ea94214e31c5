import type { CertificateOpenings, IsolationCertificate } from "@veil/contracts/certificate";
import { ApiError } from "@veil/contracts/errors";
import type { PublicSummaryResponse } from "@veil/contracts/public/certificate-summary";
import type { VeilHint } from "@veil/contracts/public/proxy";
import { type Sealing, sealingUnder } from "../../../platform/sealed-record.ts";
import type { KeyCaller } from "../../accounts/index.ts";
import type { CertificateRow, CertificateStore } from "../ports.ts";
import { openOpeningsKey } from "./certificate-draft.ts";
import { SEALED_OPENINGS } from "./pending-certificate.ts";
import { openCertificate, type StoredCertificate } from "./stored-certificate.ts";

export interface ReadCertificateDeps {
  readonly certificates: Pick<CertificateStore, "find">;
  /** Seals the stored data. */
  readonly sealing: Sealing;
}

/**
 * Reads a customer's certificate. Returns undefined while the certificate is being made.
 * @throws ApiError `certificate_not_found`
 */
export async function readCertificate(
  deps: ReadCertificateDeps,
  requestId: string,
  caller: Pick<KeyCaller, "customerId">,
): Promise<IsolationCertificate | undefined> {
  return (await readStored(deps, requestId, caller))?.certificate;
}

/**
 * Reads the public summary of a certificate, which anyone may read. Returns undefined while the
 * certificate is being made.
 * @throws ApiError `certificate_not_found`
 */
export async function readPublicSummary(
  deps: ReadCertificateDeps,
  requestId: string,
): Promise<PublicSummaryResponse | undefined> {
  const stored = await readStored(deps, requestId, undefined);
  if (stored === undefined) return undefined;
  const { certificate, summary } = stored;
  return { status: "issued", ...summary, in_log: certificate.evidence !== null };
}

async function readStored(
  { certificates, sealing }: ReadCertificateDeps,
  requestId: string,
  caller: Pick<KeyCaller, "customerId"> | undefined,
): Promise<StoredCertificate | undefined> {
  const { issued } = await found({ certificates }, requestId, caller);
  return issued && openCertificate(sealing, requestId, issued);
}

/**
 * Reads the openings of a certificate.
 * @throws ApiError `certificate_not_found`, with a hint if the openings were deleted or belong to
 * another API key
 */
export async function readOpenings(
  deps: Pick<ReadCertificateDeps, "certificates">,
  requestId: string,
  caller: Pick<KeyCaller, "customerId" | "apiKey">,
): Promise<CertificateOpenings> {
  const { openingsKeyBox, openings } = await found(deps, requestId, caller);
  if (openingsKeyBox === undefined || openings === undefined)
    throw notFound("Its openings have been deleted: with the job, or when their time was over");
  const key = openOpeningsKey(caller.apiKey, requestId, openingsKeyBox);
  if (key === undefined)
    throw notFound("Its openings can be read only with the API key that sent the request");
  return SEALED_OPENINGS.open(sealingUnder(key), requestId, openings);
}

async function found(
  { certificates }: Pick<ReadCertificateDeps, "certificates">,
  requestId: string,
  caller: Pick<KeyCaller, "customerId"> | undefined,
): Promise<CertificateRow> {
  const row = REQUEST_ID.test(requestId) ? await certificates.find(requestId) : undefined;
  if (row === undefined || (caller !== undefined && row.customerId !== caller.customerId))
    throw notFound();
  if (row.isRefused)
    throw notFound("The signer refused it: the claims of the components do not fit together");
  return row;
}

/**
 * Matches request ids. Other text in the path is not looked up, because the database might not
 * accept it.
 */
const REQUEST_ID = /^req_[0-9a-f]{32}$/;

function notFound(hint?: string): ApiError {
  return new ApiError("certificate_not_found", "There is no such certificate", {
    ...(hint !== undefined && { hint }),
  });
}

/** Returns the URLs of a request's certificate, for its response. */
export function veilHint(requestId: string): VeilHint {
  const certificate_url = `/api/v1/veil/certificate/${requestId}`;
  return { status: "available", certificate_url, summary_url: `${certificate_url}/summary` };
}
