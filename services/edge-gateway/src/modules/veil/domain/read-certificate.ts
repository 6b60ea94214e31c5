import { CertificateOpenings, type IsolationCertificate } from "@veil/contracts/certificate";
import { ApiError } from "@veil/contracts/errors";
import { checkedJson } from "@veil/contracts/parsing";
import { openWithKey, verifying } from "@veil/crypto";
import type { KeyCaller } from "../../accounts/index.ts";
import type { CertificateRow, CertificateStore } from "../ports.ts";
import { openingsContext, openOpeningsKey } from "./certificate-draft.ts";
import { openCertificate } from "./stored-certificate.ts";

export interface ReadCertificateDeps {
  readonly certificates: Pick<CertificateStore, "find">;
  /** 32 bytes: of what is stored. */
  readonly key: Uint8Array;
}

/** Undefined: it is being made. @throws ApiError `certificate_not_found` */
export async function readCertificate(
  { certificates, key }: ReadCertificateDeps,
  requestId: string,
  caller?: Pick<KeyCaller, "customerId">,
): Promise<IsolationCertificate | undefined> {
  const row = await found({ certificates }, requestId, caller);
  const { certificate, evidence } = row;
  return certificate && openCertificate(key, requestId, { certificate, evidence });
}

const parseOpenings = checkedJson(CertificateOpenings);

/** @throws ApiError `certificate_not_found`, with a hint when the openings are another key's or are gone */
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
  const opened = openWithKey(key, openings, openingsContext(requestId));
  return verifying("malformed", "Openings: invalid content", () => parseOpenings(opened));
}

async function found(
  { certificates }: Pick<ReadCertificateDeps, "certificates">,
  requestId: string,
  caller: Pick<KeyCaller, "customerId"> | undefined,
): Promise<CertificateRow> {
  const row = REQUEST_ID.test(requestId) ? await certificates.find(requestId) : undefined;
  if (row === undefined || (caller !== undefined && row.customerId !== caller.customerId))
    throw notFound();
  if (row.state === "refused")
    throw notFound("The signer refused it: the claims of the components do not fit together");
  return row;
}

/** Other text in the path was never an id, and the database may not accept it. */
const REQUEST_ID = /^req_[0-9a-f]{32}$/;

function notFound(hint?: string): ApiError {
  return new ApiError("certificate_not_found", "There is no such certificate", {
    ...(hint !== undefined && { hint }),
  });
}
