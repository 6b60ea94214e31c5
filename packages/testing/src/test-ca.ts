import "reflect-metadata";
import { webcrypto } from "node:crypto";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type JsonGeneralNames,
  KeyUsageFlags,
  KeyUsagesExtension,
  type Name,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";

export interface TestPem {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

interface CertificateOptions {
  readonly uris?: readonly string[];
  readonly dns?: readonly string[];
  readonly ips?: readonly string[];
  /** Defaults to an hour ago. */
  readonly notBefore?: Date;
  /** Defaults to an hour from now. */
  readonly notAfter?: Date;
}

export interface TestCa {
  readonly ca: string;
  issue(options: CertificateOptions): Promise<TestPem>;
}

const HOUR_MS = 3_600_000;
const P256 = { name: "ECDSA", namedCurve: "P-256" } as const;
const SIGNING = { name: "ECDSA", hash: "SHA-256" } as const;

export async function createTestCa(name = "Test CA"): Promise<TestCa> {
  const keys = await newKeys();
  const root = await X509CertificateGenerator.createSelfSigned(
    {
      name: [{ CN: [name] }],
      keys,
      signingAlgorithm: SIGNING,
      ...validity({}),
      extensions: [
        new BasicConstraintsExtension(true, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        // Distinguishes authorities with the same name.
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  const ca = `${root.toString("pem")}\n`;
  return {
    ca,
    issue: async (options) => ({ ...(await issue(root.subjectName, keys, options)), ca }),
  };
}

async function issue(
  issuer: Name,
  authority: webcrypto.CryptoKeyPair,
  options: CertificateOptions,
) {
  const own = await newKeys();
  const leaf = await X509CertificateGenerator.create(
    {
      subject: [{ CN: ["leaf"] }],
      issuer,
      publicKey: own.publicKey,
      signingKey: authority.privateKey,
      signingAlgorithm: SIGNING,
      ...validity(options),
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
        await AuthorityKeyIdentifierExtension.create(authority.publicKey, false, webcrypto),
        new SubjectAlternativeNameExtension(alternativeNames(options)),
      ],
    },
    webcrypto,
  );
  const pkcs8 = await webcrypto.subtle.exportKey("pkcs8", own.privateKey);
  return { cert: `${leaf.toString("pem")}\n`, key: PemConverter.encode(pkcs8, "PRIVATE KEY") };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(P256, true, ["sign", "verify"]);
}

function validity({ notBefore, notAfter }: CertificateOptions) {
  return {
    notBefore: notBefore ?? new Date(Date.now() - HOUR_MS),
    notAfter: notAfter ?? new Date(Date.now() + HOUR_MS),
  };
}

function alternativeNames({ uris = [], dns = [], ips = [] }: CertificateOptions): JsonGeneralNames {
  return [
    ...uris.map((value) => ({ type: "url", value }) as const),
    ...dns.map((value) => ({ type: "dns", value }) as const),
    ...ips.map((value) => ({ type: "ip", value }) as const),
  ];
}
