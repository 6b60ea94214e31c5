import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext, type SecureContext, type SecureVersion } from "node:tls";
import { ConfigurationError } from "../config/index.ts";

/** Names of PEM files. The certificate (with its chain) and its key must be set together. */
export interface TlsFiles {
  readonly certFile?: string;
  readonly keyFile?: string;
  /**
   * The authorities that the peer's certificate must come from. When absent, Node's default
   * authorities apply.
   */
  readonly caFile?: string;
}

export interface TlsPem {
  readonly cert?: string;
  readonly key?: string;
  readonly ca?: string;
}

export interface TlsMaterial {
  readonly pem: TlsPem;
  readonly minVersion: SecureVersion;
  readonly secureContext: SecureContext;
  /** When the certificate expires. Undefined when there is none. */
  readonly notAfterMs: number | undefined;
}

/** Checks a certificate, and throws to refuse it. */
export type CheckCertificate = (certificate: X509Certificate) => void;

interface LoadOptions {
  readonly minVersion: SecureVersion;
  readonly check?: CheckCertificate | undefined;
  readonly nowMs: number;
}

/** Reads the files. @throws ConfigurationError that names the unreadable file */
export function readTlsFiles({ certFile, keyFile, caFile }: TlsFiles): TlsPem {
  return {
    ...(certFile !== undefined && { cert: read(certFile) }),
    ...(keyFile !== undefined && { key: read(keyFile) }),
    ...(caFile !== undefined && { ca: read(caFile) }),
  };
}

/**
 * Checks certificate, key and authorities.
 * @throws ConfigurationError that names the failed check but contains no file contents
 */
export function loadTlsMaterial(pem: TlsPem, options: LoadOptions): TlsMaterial {
  const { minVersion, check, nowMs } = options;
  const { cert, key, ca } = pem;
  const leaf = cert === undefined ? undefined : certificateOf(cert, "certificate");
  if (leaf !== undefined) {
    checkValidity(leaf, nowMs);
    checkKey(leaf, key);
    check?.(leaf);
  }
  if (ca !== undefined) certificateOf(ca, "authorities");
  return {
    pem,
    minVersion,
    secureContext: contextOf(pem, minVersion),
    notAfterMs: leaf === undefined ? undefined : notAfterMs(leaf),
  };
}

export function notAfterMs(certificate: X509Certificate): number {
  return Date.parse(certificate.validTo);
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new ConfigurationError(`${file} cannot be read`);
  }
}

function certificateOf(pem: string, what: "certificate" | "authorities"): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new ConfigurationError(`The file with the ${what} contains none`);
  }
}

function checkValidity(leaf: X509Certificate, nowMs: number): void {
  if (nowMs < Date.parse(leaf.validFrom))
    throw new ConfigurationError("The certificate is not valid yet");
  if (nowMs >= notAfterMs(leaf)) throw new ConfigurationError("The certificate has expired");
}

function checkKey(leaf: X509Certificate, pem: string | undefined): void {
  if (!isKeyOf(leaf, pem)) throw new ConfigurationError("The key does not match the certificate");
}

function isKeyOf(leaf: X509Certificate, pem: string | undefined): boolean {
  try {
    return pem !== undefined && leaf.checkPrivateKey(createPrivateKey(pem));
  } catch {
    return false;
  }
}

/** Creates the TLS context. OpenSSL also parses the rest of the chain and all authorities here. */
function contextOf(pem: TlsPem, minVersion: SecureVersion): SecureContext {
  try {
    return createSecureContext({ ...pem, minVersion });
  } catch {
    throw new ConfigurationError("The chain or the authorities cannot be read");
  }
}
