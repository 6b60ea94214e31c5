import { checkedJson } from "@veil/contracts/parsing";
import { ComplianceTrace } from "@veil/contracts/public/proxy";
import { openWithKey, sealWithKey, verifying } from "@veil/crypto";
import { type Static, Type } from "typebox";
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

const parseAnswer = checkedJson(Answer);

export interface Answers {
  seal(jobId: string, answer: Answer): Buffer;
  /** @throws VerificationError when the box belongs to another job, was changed, or holds no answer */
  open(jobId: string, box: Uint8Array): Answer;
}

/** Answers at rest, sealed under `key` (32 bytes), each bound to its job. */
export function createAnswers(key: Uint8Array): Answers {
  const context = (jobId: string) => `veil/answer/v1/${jobId}`;
  return {
    seal: (jobId, answer) => sealWithKey(key, Buffer.from(JSON.stringify(answer)), context(jobId)),
    open(jobId, box) {
      const opened = openWithKey(key, box, context(jobId));
      return verifying("malformed", "Stored answer: invalid content", () => parseAnswer(opened));
    },
  };
}
