import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { openWithKey, sealWithKey } from "@veil/crypto";
import type { NativeResult } from "./native-result.ts";

/** The final state of a job as it is kept: after outbound DLP, before re-link. */
export interface Answer {
  readonly result: NativeResult;
  /** `json`: the result's text was read, and redacted, as a JSON object or array. */
  readonly form: "text" | "json";
  readonly dlpRedacted: boolean;
  /** Made once, with the answer. Absent: an earlier version stored the answer. */
  readonly trace?: ComplianceTrace;
}

export interface Answers {
  seal(jobId: string, answer: Answer): Buffer;
  /** @throws Error when the box is another job's, or was changed. */
  open(jobId: string, box: Uint8Array): Answer;
}

/** Answers at rest, sealed under `key` (32 bytes), each bound to its job. */
export function createAnswers(key: Uint8Array): Answers {
  const context = (jobId: string) => `veil/answer/v1/${jobId}`;
  return {
    seal: (jobId, answer) => sealWithKey(key, Buffer.from(JSON.stringify(answer)), context(jobId)),
    open: (jobId, box) =>
      JSON.parse(openWithKey(key, box, context(jobId)).toString("utf8")) as Answer,
  };
}
