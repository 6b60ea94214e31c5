import type { X509Certificate } from "node:crypto";
import { PRINCIPAL_NAMES, type PrincipalName } from "@veil/crypto";

/** The zone of each service, which is the first part of the path in its SPIFFE ID. */
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

/** An error about a certificate's identity. Its message contains nothing from the certificate. */
export class IdentityError extends Error {
  override readonly name = "IdentityError";
}

/** Returns the SPIFFE ID of a service (SPIFFE-ID, section 2). */
export function spiffeId(service: PrincipalName, trustDomain: string): string {
  return `spiffe://${trustDomain}/${ZONES[service]}/${service}`;
}

/**
 * Returns the service to which a certificate belongs (X509-SVID, sections 2 and 5.2). The caller
 * must check its chain and validity.
 * @throws IdentityError unless the certificate has exactly one URI and it is the ID of a service
 */
export function serviceOf(certificate: X509Certificate, trustDomain: string): PrincipalName {
  const uri = onlyUri(certificate.subjectAltName ?? "");
  const service = PRINCIPAL_NAMES.find((name) => spiffeId(name, trustDomain) === uri);
  if (service === undefined)
    throw new IdentityError("The certificate does not belong to a service");
  return service;
}

/**
 * Returns the only URI among the names, which Node formats as `DNS:a, URI:b`. Node quotes ambiguous
 * names (CVE-2021-44532), and these are refused.
 */
function onlyUri(names: string): string {
  if (names.includes('"')) throw new IdentityError("The certificate has an ambiguous name");
  const uris = names.split(", ").filter((name) => name.startsWith("URI:"));
  const [uri, ...more] = uris.map((name) => name.slice("URI:".length));
  if (uri === undefined || more.length > 0)
    throw new IdentityError("The certificate must have exactly one URI");
  return uri;
}
