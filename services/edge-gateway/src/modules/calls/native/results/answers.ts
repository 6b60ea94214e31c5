import { ComplianceTrace } from "@veil/contracts/public/proxy";
import { type Static, Type } from "typebox";
import { sealedRecord } from "../../../../platform/sealed-record.ts";
import { NativeResult } from "../../content/native-result.ts";

/** A job's final state as it is stored: after the outbound scan, before re-link. */
const Answer = Type.Object({
  result: NativeResult,
  form: Type.Union([Type.Literal("text"), Type.Literal("json")]),
  dlpRedacted: Type.Boolean(),
  /** Absent in answers of earlier versions. */
  trace: Type.Optional(ComplianceTrace),
});
export type Answer = Readonly<Static<typeof Answer>>;

export const SEALED_ANSWER = sealedRecord(Answer, {
  context: "veil/answer/v1",
  data: "answer",
  sealedBy: "gateway data key",
  kept: "24 hours",
});

export interface Answers {
  seal(jobId: string, answer: Answer): Buffer;
  /** @throws VerificationError for another job's box, a changed one, or one without an answer */
  open(jobId: string, box: Uint8Array): Answer;
}

/** Answers at rest, sealed under `key` (32 bytes), each bound to its job. */
export function createAnswers(key: Uint8Array): Answers {
  return {
    seal: (jobId, answer) => SEALED_ANSWER.seal(key, jobId, answer),
    open: (jobId, box) => SEALED_ANSWER.open(key, jobId, box),
  };
}
