import type { QueriedEvent } from "@veil/contracts/audit-query";
import type { VeilKeysManifest } from "@veil/contracts/signer";
import { ed25519PrivateKey, sha256 } from "@veil/crypto";
import { createNoteSigner } from "@veil/veil";
import { cosign, parseSignedNote, signCheckpoint, writeSignedNote } from "@veil/veil/log";
import type { CustomerId } from "../../../accounts/index.ts";
import type { Trail } from "../../../audit/index.ts";
import type { IsolationReport } from "../../../isolation/index.ts";
import type { CanaryResult, CertificateFigures, SweptRule, WatchedLog } from "../../ports.ts";
import type { Control } from "../control.ts";
import type { VerifiedTimeStamp } from "../newest-time-stamp.ts";
import { auditLogControls } from "./audit-log.ts";
import { certificateControls } from "./certificates.ts";
import { isolationControls } from "./isolation.ts";
import { keyControls } from "./keys.ts";
import { maskingControls } from "./masking.ts";
import { operatorControls } from "./operators.ts";
import { providerControls } from "./providers.ts";
import { retentionControls } from "./retention.ts";
import { storageControls } from "./storage.ts";
import { type ServiceEncryption, transportControls } from "./transport.ts";

export const NOW = new Date("2026-11-21T08:00:00Z");
export const CUSTOMER = {
  customerId: `cus_${"0".repeat(40)}` as CustomerId,
  subject: "0".repeat(64),
};
export const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const now = () => NOW;
const DAY_S = 24 * 60 * 60;

const keyOf = (byte: number) => ed25519PrivateKey(Buffer.alloc(32, byte));
const log = createNoteSigner("log.example", "ed25519", keyOf(1));
const witness = createNoteSigner("witness.example", "cosignature/v1", keyOf(2));
export const otherWitness = createNoteSigner("other.example", "cosignature/v1", keyOf(3));

export function checkpoint(witnessedAt: Date, signer = witness): string {
  const note = parseSignedNote(signCheckpoint({ size: 9, root: Buffer.alloc(32, 1) }, log));
  const cosignature = cosign(note.text, signer, witnessedAt.getTime() / 1_000);
  return writeSignedNote({ ...note, signatures: [...note.signatures, cosignature] });
}

export const watchedLog = (note: string, changes: Partial<WatchedLog> = {}): WatchedLog => ({
  ...{ at: at(-30), size: 9, checkpoint: note, broken: undefined },
  checkpointSha256: sha256(note).toString("hex"),
  ...changes,
});

export const key = (key_id: string, not_before: string) => ({
  ...{ service_id: "veil-signer", purpose: "certificate", key_id, algorithm: "Ed25519" },
  ...{ public_key: "0".repeat(64), key_state: "active", not_before },
});

/** The test replaces the verification of signatures. */
export const manifest = (keys: readonly object[], signatures: readonly string[]) =>
  ({
    ...{ issuer: "example", version: 2, supported_protocol_versions: [1, 2], keys },
    ...{ signed_at: "2026-11-01T00:00:00Z", served_at: "2026-11-21T08:00:00Z" },
    ...(signatures.length === 2
      ? { signatures: Object.fromEntries(signatures.map((role) => [role, {}])) }
      : { signature: "", signing_key_id: "", signing_algorithm: "Ed25519" }),
  }) as unknown as VeilKeysManifest;

export const trail = (changes: Partial<Trail> = {}): Trail => ({
  ...{ events: [], source: "audit_service", clipped: false },
  ...changes,
});

export const event = (changed_by?: string): QueriedEvent => ({
  ...{ event_id: "00000000-0000-4000-8000-000000000000", occurred_at: NOW.toISOString() },
  ...{ event_type: "KEY_ISSUED", actor: CUSTOMER.customerId },
  payload: changed_by === undefined ? {} : { changed_by },
});

export const zone = { verdict: "blocked", probedAt: at(-60), leaks: [], unproven: [] } as const;
export const signed = { version: 1 } as unknown as NonNullable<
  IsolationReport["zones"]
>["a"]["signed"];

/** Everything that the controls read, in the state in which every promise is kept. */
export const GOOD = {
  isolation: {
    ...{ aToB: "blocked", bToA: "blocked", probedAt: at(-60) },
    enforcedBy: "network-policy and service-credentials",
    zones: { a: { ...zone, signed }, b: { ...zone, signed } },
  } as IsolationReport,
  ownTls: true,
  publicUrl: "https://ai.example.org",
  services: "mutual TLS" as ServiceEncryption,
  tlsVersion: "TLSv1.3" as string | undefined,
  servers: [{ name: "broker", encrypted: true }],
  providers: [{ name: "anthropic", host: "api.anthropic.com", encrypted: true }],
  regions: new Map([["anthropic", "US"]]),
  canary: { at: at(-60), planted: 3, missed: [] } as CanaryResult | undefined,
  models: [{ file: "en.ner", sha256: "1".repeat(64) }],
  sealed: [{ column: "jobs.answer", value: Buffer.alloc(64, 0xff) }] as {
    column: string;
    value: Uint8Array;
  }[],
  clear: [{ column: "jobs.facts", value: "{}" }],
  watched: watchedLog(checkpoint(at(-60))) as WatchedLog | undefined,
  witnesses: [witness.key],
  trustsAuthority: true,
  stamp: {
    ...{ at: at(-600), size: 4, logSize: 5, sha256: "3".repeat(64), broken: undefined },
  } as VerifiedTimeStamp | undefined,
  certified: true,
  certificates: {
    ...{ issued: 5, refused: 0, pending: 1, oldestPending: at(-5) },
    ...{ unproven: 1, oldestUnproven: at(-5) },
  } as CertificateFigures,
  manifest: manifest([key("k-1", "2026-11-01T00:00:00Z")], ["gateway", "witness"]),
  verify: (_manifest: VeilKeysManifest): void => {},
  swept: [{ rule: "sessions", kept: "until it ends", sweptAt: at(-600) }] as SweptRule[],
  trail: trail({ events: [event("admin:1"), event()] }),
};
export type Sources = typeof GOOD;

export function controlsOf(sources: Sources): readonly Control[] {
  return [
    ...isolationControls({ isolation: { current: () => sources.isolation }, hasProbes: true }),
    ...transportControls({
      ...sources,
      databaseEncryption: async () => ({ version: sources.tlsVersion }),
      now,
    }),
    ...providerControls({
      providers: async () => sources.providers,
      regions: sources.regions,
      now,
    }),
    ...maskingControls({
      canary: () => sources.canary,
      accuracy: {
        ...{ release: "1", measured_at: at(-DAY_S).toISOString(), command: "c", sets: [] },
        models: [{ file: "en.ner", sha256: "1".repeat(64) }],
      },
      accuracySha256: "2".repeat(64),
      models: async () => sources.models,
    }),
    ...storageControls({
      sealedSamples: async () => sources.sealed,
      clearSamples: async () => sources.clear,
      identifiers: async (text) => (text.includes("@") ? ["EMAIL"] : []),
      now,
    }),
    ...auditLogControls({
      ...{ watched: () => sources.watched, witnesses: sources.witnesses, now },
      timeStamp: sources.trustsAuthority ? async () => sources.stamp : undefined,
    }),
    ...certificateControls({
      enabled: sources.certified,
      certificates: async () => sources.certificates,
      now,
    }),
    ...keyControls({
      manifest: async () => sources.manifest,
      verify: sources.verify,
      now,
    }),
    ...retentionControls({ swept: async () => sources.swept, rules: ["sessions"] }),
    ...operatorControls({ readTrail: async () => sources.trail, now }),
  ];
}
