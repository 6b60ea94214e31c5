import type { X509Certificate } from "node:crypto";
import type { EnvReader } from "@veil/service-kit/config";
import { type NoteKey, parseVkey } from "@veil/veil/log";
import { parseAuthorities } from "@veil/veil/time-stamp";

/** Reads what the operator states for the compliance endpoints. */
export function readComplianceSettings(read: EnvReader) {
  return {
    providerRegions: readRegions(read),
    witnessKeys: readWitnessKeys(read),
    /** Whether the operator states that a service mesh encrypts between the services. */
    isMeshed: read.optional("SERVICE_TLS") === "mesh",
    /** The authorities whose time stamps of the audit log are trusted. */
    timeStampAuthorities: readAuthorities(read),
    /** A folder whose files are added to evidence packs. */
    evidenceDir: read.optional("EVIDENCE_DIR"),
    complianceIntervalMs: read.integer("COMPLIANCE_INTERVAL_MS", 60_000, { min: 100 }),
  };
}

function readAuthorities(read: EnvReader): readonly X509Certificate[] {
  if (read.optional("TSA_CA_FILE") === undefined) return [];
  return read.parsedFile("TSA_CA_FILE", parseAuthorities) ?? [];
}

const REGION = /^([a-z0-9-]{1,64})=([^=]{1,64})$/;

function readRegions(read: EnvReader): ReadonlyMap<string, string> {
  const pairs = read.list("PROVIDER_REGIONS").map((pair) => REGION.exec(pair));
  if (pairs.includes(null))
    read.problem("PROVIDER_REGIONS must be a list of provider=region, such as anthropic=US");
  return new Map(pairs.map((match) => [match?.[1] ?? "", match?.[2] ?? ""]));
}

function readWitnessKeys(read: EnvReader): readonly NoteKey[] {
  return read.list("WITNESS_KEYS").flatMap((text) => {
    const key = witnessKey(text);
    if (key === undefined)
      read.problem("WITNESS_KEYS must be a list of NAME+ID+KEY, with a key for cosignatures each");
    return key === undefined ? [] : [key];
  });
}

function witnessKey(text: string): NoteKey | undefined {
  try {
    const key = parseVkey(text);
    return key.type === "cosignature/v1" ? key : undefined;
  } catch {
    return undefined;
  }
}
