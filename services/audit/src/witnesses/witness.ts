import type { NoteKey } from "@veil/veil/log";

/**
 * Returns the name and key id of a witness in the form in which they are stored with cosignatures.
 */
export function witnessId({ name, keyId }: NoteKey): string {
  return `${name}+${keyId}`;
}

/** The response of a witness to `add-checkpoint` (C2SP tlog-witness). */
export type WitnessAnswer =
  | { readonly kind: "cosigned"; readonly lines: string }
  /** `size` is the size that the witness cosigned last. */
  | { readonly kind: "conflict"; readonly size: number }
  | { readonly kind: "refused"; readonly status: number }
  | { readonly kind: "unreachable" };

/** A witness that another organization runs. Its methods never reject. */
export interface Witness {
  readonly key: NoteKey;
  submit(request: string): Promise<WitnessAnswer>;
  close(): Promise<void>;
}

/**
 * `pending`: the witness was not polled since this process started. `overtaken`: it cosigned a
 * newer checkpoint of another replica. `ahead`: it cosigned more events than the log has, so the
 * log was rolled back. `refused`: it saw another log, does not know this one, or responded without
 * a cosignature by its key.
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
  /** The time of the last cosignature, in seconds since 1970, by the witness's clock. */
  readonly cosigned_at: number | null;
}
