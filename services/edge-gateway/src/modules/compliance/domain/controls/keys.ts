import type { VeilKeysManifest } from "@veil/contracts/signer";
import { manifestHash } from "@veil/veil";
import type { Control } from "../control.ts";

interface KeyControlDeps {
  readonly manifest: () => Promise<VeilKeysManifest>;
  /** @throws VerificationError when a signature is wrong, or the content breaks a rule */
  readonly verify: (manifest: VeilKeysManifest) => void;
  readonly now: () => Date;
}

const DAY_MS = 24 * 60 * 60_000;
const MAX_KEY_DAYS = 365;
const EVIDENCE = "/.well-known/veil-keys.json";

const COMMON = {
  measuredBy: "edge gateway",
  method: "signed_report",
  articles: ["32(1)(a)", "32(1)(d)"],
  goals: ["integrity", "transparency"],
} as const satisfies Partial<Control>;

/** Returns the controls for the keys that sign certificates. */
export function keyControls(deps: KeyControlDeps): readonly Control[] {
  const { manifest, verify, now } = deps;
  return [
    {
      ...COMMON,
      id: "key_manifest",
      title: "Two people have signed the key manifest",
      promise: "The list of public keys is signed by the operator and by a second person.",
      async measure() {
        const current = await manifest();
        verify(current);
        const signatures = "signatures" in current ? Object.keys(current.signatures).length : 1;
        const evidence = [{ address: EVIDENCE, sha256: manifestHash(current) }];
        const figures = [
          { name: "version", value: current.version },
          { name: "signed at", value: current.signed_at },
          { name: "signatures", value: signatures },
        ];
        const common = { measuredAt: now(), figures, evidence };
        if (signatures >= 2) return { state: "met", ...common };
        return { state: "not_met", reason: "Only the signer has signed it", ...common };
      },
    },
    {
      ...COMMON,
      id: "key_age",
      title: "Keys are replaced",
      promise: `No key that signs certificates or the log is older than ${MAX_KEY_DAYS} days.`,
      async measure() {
        const current = await manifest();
        const measuredAt = now();
        const active = current.keys.filter(({ key_state }) => key_state === "active");
        const figures = active.map(({ key_id, not_before = current.signed_at }) => ({
          name: `${key_id}: days`,
          value: Math.floor((measuredAt.getTime() - Date.parse(not_before)) / DAY_MS),
        }));
        const old = figures.filter(({ value }) => value > MAX_KEY_DAYS).map(({ name }) => name);
        const evidence = [{ address: EVIDENCE, sha256: manifestHash(current) }];
        const common = { measuredAt, figures, evidence };
        if (old.length === 0) return { state: "met", ...common };
        return { state: "not_met", reason: `Too old: ${old.join(", ")}`, ...common };
      },
    },
  ];
}
