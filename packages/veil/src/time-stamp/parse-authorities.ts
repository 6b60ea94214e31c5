import { X509Certificate } from "node:crypto";

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Parses the certificates of trusted authorities, in PEM.
 * @throws Error when there is none, or one cannot be read
 */
export function parseAuthorities(pem: string): readonly X509Certificate[] {
  const texts = pem.match(CERTIFICATES) ?? [];
  try {
    if (texts.length > 0) return texts.map((text) => new X509Certificate(text));
  } catch (cause) {
    throw new Error("has a certificate that cannot be read", { cause });
  }
  throw new Error("has no certificate in PEM");
}
