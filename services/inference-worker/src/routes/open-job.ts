import { InferenceJob, SealedJob } from "@veil/contracts/inference";
import { checkedJson } from "@veil/contracts/parsing";
import type { MessageOpener, SealedMessage, Signed } from "@veil/crypto";

const parseSealed = checkedJson(SealedJob);
const parseJob = checkedJson(InferenceJob);

/**
 * `job`: signed by the gateway, sealed to this worker, and complete. `unreadable`: from the
 * gateway, but not a valid job; a result is sent. `untrusted`: not proven to be from the gateway;
 * no result is sent, because otherwise anyone who can write to the queue could end another job.
 */
export type OpenedJob =
  | ({ readonly kind: "job"; readonly job: InferenceJob } & SealedBy)
  | ({ readonly kind: "unreadable"; readonly error: unknown } & SealedBy)
  | { readonly kind: "untrusted"; readonly error: unknown };

/** The result must be signed as the job was, which shows what the gateway can open. */
export interface SealedBy {
  readonly jobId: string;
  readonly signed: Signed;
}

export function openJob(text: string, open: MessageOpener): OpenedJob {
  let sealed: SealedMessage;
  let body: Buffer;
  try {
    sealed = parseSealed(text);
    body = open(sealed);
  } catch (error) {
    return { kind: "untrusted", error };
  }
  const by = { jobId: sealed.job_id, signed: sealed.signed ?? "message" } as const;
  try {
    const job = parseJob(body);
    requireStorable(job);
    return { kind: "job", ...by, job };
  } catch (error) {
    return { kind: "unreadable", ...by, error };
  }
}

/**
 * Throws if the job has a key that was sent with a call. Such a key must never be stored, and a
 * transport stores jobs.
 */
function requireStorable({ credential }: InferenceJob): void {
  if (credential.kind === "call") throw new Error("A job with the credential of a call");
}
