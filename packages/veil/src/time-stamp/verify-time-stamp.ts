import { Buffer } from "node:buffer";
import type { X509Certificate } from "node:crypto";
import { sha256 } from "@veil/crypto";
import { fromBER } from "asn1js";
import {
  Certificate,
  ContentInfo,
  PKIStatus,
  SignedData,
  type TSTInfo as TimeStampInfo,
  TimeStampResp,
  TSTInfo,
} from "pkijs";
import { mayStamp, namesCertificate } from "./stamping-certificate.ts";

/** The object identifier of SHA-256 (RFC 5754, section 2.2). */
export const SHA_256 = "2.16.840.1.101.3.4.2.1";

/** The reasons for which a reply is refused. */
export type StampDefect =
  /** The reply is not a DER-encoded time-stamp response with exactly one signature. */
  | "form"
  /** The authority did not grant the request. */
  | "status"
  /** The hash in the stamp is not that of the stamped bytes. */
  | "imprint"
  | "nonce"
  /** The signature is invalid, or does not cover a signer's certificate that is in the reply. */
  | "signature"
  /**
   * The certificate must not be used for time stamps, was not issued by a trusted authority, or was
   * not valid at that time.
   */
  | "certificate";

export class StampRefusedError extends Error {
  override readonly name = "StampRefusedError";
  readonly reason: StampDefect;

  constructor(reason: StampDefect, options?: { cause?: unknown }) {
    super(`Time stamp: ${reason}`, options);
    this.reason = reason;
  }
}

interface StampClaim {
  /** The nonce of the request. Absent when it is not known any more. */
  readonly nonce?: Uint8Array;
  /** The bytes whose SHA-256 the reply must stamp. */
  readonly bytes: Uint8Array;
  /** The trusted issuers. If empty, the issuer of the certificate is not verified. */
  readonly authorities: readonly X509Certificate[];
}

/**
 * Verifies that the authority granted the reply, and that the signed content is about the bytes and,
 * if it is given, the request's nonce (RFC 3161, section 2.4.2).
 * @returns the time
 * @throws StampRefusedError
 */
export async function verifyTimeStamp(reply: Uint8Array, claim: StampClaim): Promise<Date> {
  const response = parsed("form", () => parseResponse(reply));
  requireGranted(response);
  const { signed, info } = parsed("form", () => parseToken(response));
  requireImprint(info, sha256(claim.bytes));
  if (claim.nonce !== undefined) requireNonce(info, claim.nonce);
  const certificate = await signerOf(signed, claim.bytes);
  if (!namesCertificate(signed, certificate)) throw new StampRefusedError("signature");
  if (!mayStamp(certificate)) throw new StampRefusedError("certificate");
  if (claim.authorities.length > 0) await requireIssuer(signed, claim);
  return info.genTime;
}

function parseResponse(reply: Uint8Array): TimeStampResp {
  const { offset, result } = fromBER(Uint8Array.from(reply).buffer);
  if (offset !== reply.length) throw new Error("Bytes after the end");
  return new TimeStampResp({ schema: result });
}

function requireGranted({ status }: TimeStampResp): void {
  if (status.status !== PKIStatus.granted && status.status !== PKIStatus.grantedWithMods)
    throw new StampRefusedError("status");
}

function parseToken({ timeStampToken }: TimeStampResp) {
  if (timeStampToken?.contentType !== ContentInfo.SIGNED_DATA) throw new Error("No signed data");
  const signed = new SignedData({ schema: timeStampToken.content });
  const { eContent, eContentType } = signed.encapContentInfo;
  if (eContentType !== "1.2.840.113549.1.9.16.1.4" || eContent === undefined)
    throw new Error("No time stamp");
  if (signed.signerInfos.length !== 1) throw new Error("Not one signature");
  return { signed, info: TSTInfo.fromBER(eContent.getValue()) };
}

function requireImprint({ messageImprint }: TimeStampInfo, hash: Uint8Array): void {
  const { hashAlgorithm, hashedMessage } = messageImprint;
  if (hashAlgorithm.algorithmId !== SHA_256 || !isSame(hashedMessage.getValue(), hash))
    throw new StampRefusedError("imprint");
}

function requireNonce({ nonce }: TimeStampInfo, expected: Uint8Array): void {
  if (nonce === undefined || !isSame(nonce.valueBlock.valueHexView, expected))
    throw new StampRefusedError("nonce");
}

/** Returns the signer's certificate, which the reply contains because the request demands it. */
async function signerOf(signed: SignedData, bytes: Uint8Array): Promise<Certificate> {
  const data = Uint8Array.from(bytes).buffer;
  try {
    const result = await signed.verify({ signer: 0, data, extendedMode: true });
    if (result.signatureVerified === true && result.signerCertificate)
      return result.signerCertificate;
  } catch (cause) {
    throw new StampRefusedError("signature", { cause });
  }
  throw new StampRefusedError("signature");
}

/**
 * Verifies that a trusted authority issued the certificate and that it was valid at the time of the
 * stamp.
 */
async function requireIssuer(signed: SignedData, claim: StampClaim): Promise<void> {
  const data = Uint8Array.from(claim.bytes).buffer;
  const trustedCerts = claim.authorities.map(({ raw }) =>
    Certificate.fromBER(Uint8Array.from(raw).buffer),
  );
  const options = { signer: 0, data, checkChain: true, trustedCerts, extendedMode: true } as const;
  try {
    const { signerCertificateVerified } = await signed.verify(options);
    if (signerCertificateVerified === true) return;
  } catch (cause) {
    throw new StampRefusedError("certificate", { cause });
  }
  throw new StampRefusedError("certificate");
}

function parsed<T>(reason: StampDefect, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new StampRefusedError(reason, { cause });
  }
}

function isSame(one: ArrayBuffer | Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(new Uint8Array(one)).equals(other);
}
