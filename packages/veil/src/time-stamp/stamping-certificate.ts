import { createHash } from "node:crypto";
import { ObjectIdentifier, OctetString, Sequence } from "asn1js";
import { type Certificate, ExtKeyUsage, type SignedData } from "pkijs";

const EXTENDED_KEY_USAGE = "2.5.29.37";
const TIME_STAMPING = "1.3.6.1.5.5.7.3.8";

/**
 * Returns whether the certificate's key may sign time stamps and nothing else (RFC 3161, section
 * 2.3).
 */
export function mayStamp({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE);
  const value: unknown = usage?.parsedValue;
  if (usage?.critical !== true || !(value instanceof ExtKeyUsage)) return false;
  return value.keyPurposes.length === 1 && value.keyPurposes[0] === TIME_STAMPING;
}

/**
 * Types of the signed attribute with the certificate's hash, and the hash algorithm that applies
 * when the attribute does not name one.
 */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ["1.2.840.113549.1.9.16.2.12", "sha1"],
  ["1.2.840.113549.1.9.16.2.47", "sha256"],
]);
const HASHES: ReadonlyMap<string, string> = new Map([
  ["2.16.840.1.101.3.4.2.1", "sha256"],
  ["2.16.840.1.101.3.4.2.2", "sha384"],
  ["2.16.840.1.101.3.4.2.3", "sha512"],
]);

/**
 * Returns whether the signature covers the hash of the certificate, so that no other certificate of
 * the same key can replace it (RFC 5035).
 */
export function namesCertificate({ signerInfos }: SignedData, certificate: Certificate): boolean {
  const attributes = signerInfos[0]?.signedAttrs?.attributes ?? [];
  const naming = attributes.filter(({ type }) => ATTRIBUTES.has(type));
  const der = Buffer.from(certificate.toSchema().toBER());
  return naming.length > 0 && naming.every(({ type, values }) => names(type, values[0], der));
}

/**
 * Parses `SEQUENCE { certs SEQUENCE OF SEQUENCE { hashAlgorithm OPTIONAL, certHash, issuerSerial
 * OPTIONAL } ... }` and returns whether its first hash is that of the certificate.
 */
function names(type: string, value: unknown, der: Uint8Array): boolean {
  const fields = childrenOf(childrenOf(childrenOf(value)[0])[0]);
  const [first, second] = fields;
  const isNamed = first instanceof Sequence;
  const certHash = isNamed ? second : first;
  const algorithm = isNamed ? namedHash(first) : ATTRIBUTES.get(type);
  if (algorithm === undefined || !(certHash instanceof OctetString)) return false;
  const hash = createHash(algorithm).update(der).digest();
  return hash.equals(new Uint8Array(certHash.getValue()));
}

function namedHash(algorithm: Sequence): string | undefined {
  const [oid] = childrenOf(algorithm);
  return oid instanceof ObjectIdentifier ? HASHES.get(oid.getValue()) : undefined;
}

function childrenOf(value: unknown): readonly unknown[] {
  return value instanceof Sequence ? value.valueBlock.value : [];
}
