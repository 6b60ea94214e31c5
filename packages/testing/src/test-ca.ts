import { generateKeyPairSync, randomBytes } from "node:crypto";
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

/** A fresh root with an RSA key. */
export function createTestCa(name = "Test CA"): TestCa {
  const keys = newKeys();
  const subject = [{ name: "commonName", value: name }];
  const root = unsigned(keys.public, subject, {});
  root.setIssuer(subject);
  root.setExtensions([
    { name: "basicConstraints", cA: true, critical: true },
    { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    { name: "subjectKeyIdentifier" },
  ]);
  root.sign(keys.private, forge.md.sha256.create());
  const keyIdentifier = root.generateSubjectKeyIdentifier().getBytes();
  const ca = forge.pki.certificateToPem(root);
  return {
    ca,
    issue(options) {
      const own = newKeys();
      const leaf = unsigned(own.public, [{ name: "commonName", value: "leaf" }], options);
      leaf.setIssuer(subject);
      leaf.setExtensions([
        { name: "basicConstraints", cA: false, critical: true },
        { name: "keyUsage", digitalSignature: true, keyEncipherment: true, critical: true },
        { name: "extKeyUsage", serverAuth: true, clientAuth: true },
        // Tells authorities of the same name apart.
        { name: "authorityKeyIdentifier", keyIdentifier },
        { name: "subjectAltName", altNames: altNames(options) },
      ]);
      leaf.sign(keys.private, forge.md.sha256.create());
      return { cert: forge.pki.certificateToPem(leaf), key: own.pem, ca };
    },
  };
}

/** Made by Node, which is a hundred times as fast. */
function newKeys() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
  const own = forge.pki.privateKeyFromPem(pem);
  return { pem, private: own, public: forge.pki.setRsaPublicKey(own.n, own.e) };
}

function unsigned(
  publicKey: forge.pki.PublicKey,
  subject: forge.pki.CertificateField[],
  { notBefore, notAfter }: CertificateOptions,
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  // The first bit set would make it a negative number.
  certificate.serialNumber = `01${randomBytes(15).toString("hex")}`;
  certificate.validity.notBefore = notBefore ?? new Date(Date.now() - HOUR_MS);
  certificate.validity.notAfter = notAfter ?? new Date(Date.now() + HOUR_MS);
  certificate.setSubject(subject);
  return certificate;
}

function altNames({ uris = [], dns = [], ips = [] }: CertificateOptions): readonly object[] {
  return [
    ...uris.map((value) => ({ type: URI, value })),
    ...dns.map((value) => ({ type: DNS, value })),
    ...ips.map((ip) => ({ type: IP, ip })),
  ];
}
