import { CompletedEnd, FailedInference } from "@veil/contracts/inference";
import { ComplianceTrace } from "@veil/contracts/public/proxy";
import { type Static, Type } from "typebox";
import { sealedRecord } from "../../../../platform/sealed-record.ts";

export const NativeResult = Type.Union([
  Type.Object({ ...CompletedEnd.properties, text: Type.String() }, { additionalProperties: false }),
  FailedInference,
]);
export type NativeResult = Static<typeof NativeResult>;

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

export type Answers = ReturnType<typeof createAnswers>;

/** Answers at rest, sealed under `key` (32 bytes), each bound to its job. */
export function createAnswers(key: Uint8Array) {
  return {
    seal: (jobId: string, answer: Answer) => SEALED_ANSWER.seal(key, jobId, answer),
    /** @throws VerificationError for another job's box, a changed one, or one without an answer */
    open: (jobId: string, box: Uint8Array): Answer => SEALED_ANSWER.open(key, jobId, box),
  };
}
