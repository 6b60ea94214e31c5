import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import forge from "node-forge";

/** A certificate, its private key and the authority that issued it, each as PEM. */
export interface TestPem {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

interface CertificateOptions {
  /** URI subject alternative names, e.g. `spiffe://veil-gateway/identity/bridge`. */
  readonly uris?: readonly string[];
  readonly dns?: readonly string[];
  readonly ips?: readonly string[];
  /** Default: an hour ago. */
  readonly notBefore?: Date;
  /** Default: in an hour. */
  readonly notAfter?: Date;
}

/** A certificate authority of a test's own. */
export interface TestCa {
  /** Its certificate as PEM. */
  readonly ca: string;
  /** A leaf for both ends of a connection. */
  issue(options: CertificateOptions): TestPem;
}

const HOUR_MS = 3_600_000;
/** Types of general names in RFC 5280, section 4.2.1.6. */
const DNS = 2;
const URI = 6;
const IP = 7;

const { asn1 } = forge;
const { SEQUENCE, OID, OCTETSTRING, BITSTRING } = asn1.Type;
const UNIVERSAL = asn1.Class.UNIVERSAL;
/** What is signed of a certificate. The library's types leave it out. */
const { getTBSCertificate } = forge.pki as unknown as {
  getTBSCertificate(certificate: forge.pki.Certificate): forge.asn1.Asn1;
};
/** RFC 5758, section 3.2. */
const ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
/** RFC 5280, section 4.2.1.2. */
const SUBJECT_KEY_IDENTIFIER = "2.5.29.14";
/** Places in a TBSCertificate (RFC 5280, section 4.1). */
const SIGNATURE = 2;
const PUBLIC_KEY = 6;

/** A fresh root. All keys are of the curve P-256: they cost nothing to make. */
export function createTestCa(name = "Test CA"): TestCa {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = [{ name: "commonName", value: name }];
  // By this, authorities of the same name are told apart.
  const keyIdentifier = randomBytes(20).toString("latin1");
  const root = unsigned(issuer, issuer, {});
  root.setExtensions([
    { name: "basicConstraints", cA: true, critical: true },
    { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    {
      id: SUBJECT_KEY_IDENTIFIER,
      value: asn1.create(UNIVERSAL, OCTETSTRING, false, keyIdentifier),
    },
  ]);
  const ca = signed(root, keys.publicKey, keys.privateKey);
  return {
    ca,
    issue(options) {
      const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const leaf = unsigned([{ name: "commonName", value: "leaf" }], issuer, options);
      leaf.setExtensions([
        { name: "basicConstraints", cA: false, critical: true },
        { name: "keyUsage", digitalSignature: true, critical: true },
        { name: "extKeyUsage", serverAuth: true, clientAuth: true },
        { name: "authorityKeyIdentifier", keyIdentifier },
        { name: "subjectAltName", altNames: altNames(options) },
      ]);
      const key = own.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
      return { cert: signed(leaf, own.publicKey, keys.privateKey), key, ca };
    },
  };
}

function unsigned(
  subject: forge.pki.CertificateField[],
  issuer: forge.pki.CertificateField[],
  { notBefore, notAfter }: CertificateOptions,
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  // The library knows RSA alone: what stands here is replaced when the certificate is signed.
  const three = new forge.jsbn.BigInteger("3");
  certificate.publicKey = forge.pki.setRsaPublicKey(three, three);
  certificate.siginfo.algorithmOid = ECDSA_WITH_SHA256;
  // The first bit set would make it a negative number.
  certificate.serialNumber = `01${randomBytes(15).toString("hex")}`;
  certificate.validity.notBefore = notBefore ?? new Date(Date.now() - HOUR_MS);
  certificate.validity.notAfter = notAfter ?? new Date(Date.now() + HOUR_MS);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer);
  return certificate;
}

/** PEM of the certificate for `publicKey`, signed with the authority's key. */
function signed(
  certificate: forge.pki.Certificate,
  publicKey: KeyObject,
  authority: KeyObject,
): string {
  const body = getTBSCertificate(certificate);
  const parts = body.value as forge.asn1.Asn1[];
  parts[SIGNATURE] = algorithm();
  const spki = publicKey.export({ type: "spki", format: "der" }).toString("latin1");
  parts[PUBLIC_KEY] = asn1.fromDer(spki);
  const signature = sign("sha256", Buffer.from(asn1.toDer(body).getBytes(), "latin1"), authority);
  const bits = `\0${signature.toString("latin1")}`;
  const whole = asn1.create(UNIVERSAL, SEQUENCE, true, [
    body,
    algorithm(),
    asn1.create(UNIVERSAL, BITSTRING, false, bits),
  ]);
  return forge.pem.encode({ type: "CERTIFICATE", body: asn1.toDer(whole).getBytes() });
}

function algorithm(): forge.asn1.Asn1 {
  const oid = asn1.oidToDer(ECDSA_WITH_SHA256).getBytes();
  return asn1.create(UNIVERSAL, SEQUENCE, true, [asn1.create(UNIVERSAL, OID, false, oid)]);
}

function altNames({ uris = [], dns = [], ips = [] }: CertificateOptions): readonly object[] {
  return [
    ...uris.map((value) => ({ type: URI, value })),
    ...dns.map((value) => ({ type: DNS, value })),
    ...ips.map((ip) => ({ type: IP, ip })),
  ];
}
