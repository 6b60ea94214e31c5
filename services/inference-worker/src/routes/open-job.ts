import { InferenceJob, SealedJob } from "@veil/contracts/inference";
import { checkedJson } from "@veil/contracts/parsing";
import type { MessageOpener, SealedMessage } from "@veil/crypto";

const parseSealed = checkedJson(SealedJob);
const parseJob = checkedJson(InferenceJob);

/**
 * `job`: signed by the gateway, sealed to this worker, and complete. `unreadable`: from the
 * gateway, but not a valid job; a result is sent. `untrusted`: not proven to be from the gateway;
 * no result is sent, because otherwise anyone who can write to the queue could end another job.
 */
export type OpenedJob =
  | { readonly kind: "job"; readonly jobId: string; readonly job: InferenceJob }
  | { readonly kind: "unreadable"; readonly jobId: string; readonly error: unknown }
  | { readonly kind: "untrusted"; readonly error: unknown };

export function openJob(text: string, open: MessageOpener): OpenedJob {
  let sealed: SealedMessage;
  let body: Buffer;
  try {
    sealed = parseSealed(text);
    body = open(sealed);
  } catch (error) {
    return { kind: "untrusted", error };
  }
  const jobId = sealed.job_id;
  try {
    const job = parseJob(body);
    requireStorable(job);
    return { kind: "job", jobId, job };
  } catch (error) {
    return { kind: "unreadable", jobId, error };
  }
}

/**
 * Throws if the job has a key that was sent with a call. Such a key must never be stored, and a
 * transport stores jobs.
 */
function requireStorable({ credential }: InferenceJob): void {
  if (credential.kind === "call") throw new Error("A job with the credential of a call");
}
