import type { X509Certificate } from "node:crypto";
import { PRINCIPAL_NAMES, type PrincipalName } from "@veil/crypto";

/** The first part of the path in a SPIFFE ID. */
const ZONES = {
  "edge-gateway": "edge",
  bridge: "identity",
  sanitiser: "sanitiser",
  "inference-worker": "inference",
  audit: "audit",
  "veil-signer": "veil",
  "bridge-probe": "identity",
  "inference-worker-probe": "inference",
} as const satisfies Record<PrincipalName, string>;

/** The message contains nothing from the certificate. */
export class IdentityError extends Error {
  override readonly name = "IdentityError";
}

/** SPIFFE-ID, section 2. */
export function spiffeId(service: PrincipalName, trustDomain: string): string {
  return `spiffe://${trustDomain}/${ZONES[service]}/${service}`;
}

/**
 * Implements X509-SVID, sections 2 and 5.2. The caller checks chain and validity.
 * @throws IdentityError unless the certificate has exactly one URI, a service's
 */
export function serviceOf(certificate: X509Certificate, trustDomain: string): PrincipalName {
  const uri = onlyUri(certificate.subjectAltName ?? "");
  const service = PRINCIPAL_NAMES.find((name) => spiffeId(name, trustDomain) === uri);
  if (service === undefined)
    throw new IdentityError("The certificate does not belong to a service");
  return service;
}

/** Node writes the names as `DNS:a, URI:b`, and quotes ambiguous ones (CVE-2021-44532). */
function onlyUri(names: string): string {
  if (names.includes('"')) throw new IdentityError("The certificate has an ambiguous name");
  const uris = names.split(", ").filter((name) => name.startsWith("URI:"));
  const [uri, ...more] = uris.map((name) => name.slice("URI:".length));
  if (uri === undefined || more.length > 0)
    throw new IdentityError("The certificate must have exactly one URI");
  return uri;
}
