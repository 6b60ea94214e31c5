import {
  type KeyPurpose,
  loadServiceKeys,
  type PrincipalName,
  parseTrustBundle,
  readServiceKeyFile,
  type ServiceKeys,
  type TrustBundle,
  VerificationError,
} from "@veil/crypto";
import type { EnvReader } from "../config/index.ts";
import { readServiceTls, type ServiceTlsSettings } from "../tls/index.ts";

import { allowedHosts } from "./allowed-hosts.ts";

export interface ServiceSettings {
  readonly address: { readonly host: string; readonly port: number };
  readonly opsAddress: {
    readonly host: string;
    readonly port: number;
    readonly allowedHosts: readonly string[] | undefined;
  };
  readonly logLevel: string;
  readonly shutdownGraceMs: number;
  readonly tls: ServiceTlsSettings | undefined;
  readonly trust: TrustBundle;
}

export function readServiceSettings(
  read: EnvReader,
  defaults: { readonly port: number; readonly opsPort: number },
): ServiceSettings {
  const host = read.string("HOST", "127.0.0.1");
  const ops = { host, port: read.integer("OPS_PORT", defaults.opsPort, { max: 65_535 }) };
  return {
    address: { host, port: read.integer("PORT", defaults.port, { max: 65_535 }) },
    opsAddress: { ...ops, allowedHosts: allowedHosts(ops) },
    logLevel: read.string("LOG_LEVEL", "info"),
    shutdownGraceMs: read.integer("SHUTDOWN_GRACE_MS", 4_000),
    tls: readServiceTls(read),
    trust: read.parsedFile("TRUST_FILE", parseTrustBundle),
  };
}

/** @param needed - purposes for which the file must have a key */
export function readServiceKeys(
  read: EnvReader,
  service: PrincipalName,
  needed: readonly KeyPurpose[] = [],
): ServiceKeys {
  return read.parsedFile("KEY_FILE", (json) => {
    const keys = loadServiceKeys(json, service);
    const purposes = readServiceKeyFile(json).keys.map(({ purpose }) => purpose);
    for (const purpose of needed)
      if (!purposes.includes(purpose))
        throw new VerificationError(
          "unknown_key",
          `it has no ${purpose} key; "veil service-keys upgrade --dir DIR" adds it to the files of an older version`,
        );
    return keys;
  });
}
