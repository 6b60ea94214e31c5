import { InferenceJob, SealedJob } from "@veil/contracts/inference";
import { checkedJson } from "@veil/contracts/parsing";
import type { MessageOpener, SealedMessage } from "@veil/crypto";

const parseSealed = checkedJson(SealedJob);
const parseJob = checkedJson(InferenceJob);

/**
 * `job`: signed by the gateway, sealed to this worker, and complete. `unreadable`: the gateway's own, but
 * not a job; it can be told. `untrusted`: not shown to be the gateway's; answering it would let whoever can
 * write to the queue end another job.
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
    return { kind: "job", jobId, job: parseJob(body) };
  } catch (error) {
    return { kind: "unreadable", jobId, error };
  }
}
