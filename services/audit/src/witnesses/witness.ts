import type { NoteKey } from "@veil/veil/log";

/** Name and key id of a witness, in the form that cosignatures are stored with. */
export function witnessId({ name, keyId }: NoteKey): string {
  return `${name}+${keyId}`;
}

/** A witness's answer to `add-checkpoint` (C2SP tlog-witness). */
export type WitnessAnswer =
  | { readonly kind: "cosigned"; readonly lines: string }
  /** The size that the witness cosigned last. */
  | { readonly kind: "conflict"; readonly size: number }
  | { readonly kind: "refused"; readonly status: number }
  | { readonly kind: "unreachable" };

/** A witness run by another organization. Never rejects. */
export interface Witness {
  readonly key: NoteKey;
  submit(request: string): Promise<WitnessAnswer>;
  close(): Promise<void>;
}

/**
 * `pending`: not polled since this process started. `overtaken`: the witness cosigned a newer
 * checkpoint of another replica. `ahead`: it cosigned more events than the log has, so the log was
 * rolled back. `refused`: it saw another log, does not know this one, or answered without a
 * cosignature by its key.
 */
export type WitnessState =
  | "pending"
  | "cosigned"
  | "overtaken"
  | "unreachable"
  | "refused"
  | "ahead";

export interface WitnessReport {
  readonly name: string;
  readonly state: WitnessState;
  readonly cosigned_size: number | null;
  /** Seconds since 1970, by the witness's clock. */
  readonly cosigned_at: number | null;
}
