import {
  CompletedEnd,
  FailedInference,
  type InferenceJob,
  InferenceResult,
  SealedResult,
} from "@veil/contracts/inference";
import { checkedJson } from "@veil/contracts/parsing";
import { ComplianceTrace } from "@veil/contracts/public/proxy";
import {
  createMessageOpener,
  createMessageSealer,
  type ServiceKeys,
  type TrustBundle,
} from "@veil/crypto";
import { type Static, Type } from "typebox";
import { type Sealing, sealedRecord } from "../../../../platform/sealed-record.ts";
import type { SanitisedTemplateJob } from "../../content/sanitised-content.ts";
import { textIn } from "../../scanning/scan-outbound.ts";

export const NativeResult = Type.Union([
  Type.Object({ ...CompletedEnd.properties, text: Type.String() }, { additionalProperties: false }),
  FailedInference,
]);
export type NativeResult = Static<typeof NativeResult>;

/** A job's answer as it is stored: after the outbound scan and before re-link. */
const Answer = Type.Object({
  result: NativeResult,
  form: Type.Union([Type.Literal("text"), Type.Literal("json")]),
  dlpRedacted: Type.Boolean(),
  /** Absent in answers that earlier versions stored. */
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

/** Seals and opens stored answers. Each box is bound to its job. */
export function createAnswers(sealing: Sealing) {
  return {
    seal: (jobId: string, answer: Answer) => SEALED_ANSWER.seal(sealing, jobId, answer),
    /**
     * Opens an answer.
     * @throws VerificationError when the box belongs to another job, was changed, or does not
     * contain an answer
     */
    open: (jobId: string, box: Uint8Array): Answer => SEALED_ANSWER.open(sealing, jobId, box),
  };
}

interface Keys {
  readonly keys: ServiceKeys;
  readonly trust: TrustBundle;
}

export type JobMessages = ReturnType<typeof createJobMessages>;

const parseSealed = checkedJson(SealedResult);
/** Accepts the stored form as well, because workers of the previous version send it. */
const parseResult = checkedJson(Type.Union([InferenceResult, NativeResult]));

export function createJobMessages({ keys, trust }: Keys) {
  const from = { service: keys.service, ...keys.signing("message") };
  const worker = "inference-worker";
  const seal = createMessageSealer({ from, to: worker, trust, kind: "job" });
  const openResult = createMessageOpener({ as: keys, from: worker, trust, kind: "result" });
  return {
    seal(jobId: string, job: SanitisedTemplateJob): string {
      const body = Buffer.from(JSON.stringify(job satisfies InferenceJob));
      return JSON.stringify(seal(jobId, body));
    },
    /**
     * Opens a result.
     * @throws Error when the message is not a result that the worker sealed for this gateway
     */
    open(message: string) {
      const sealed = parseSealed(message);
      const result = parseResult(openResult(sealed));
      const received = "choices" in result ? result.choices : undefined;
      return { jobId: sealed.job_id, result: nativeResult(result), received };
    },
  };
}

export function nativeResult(result: InferenceResult | NativeResult): NativeResult {
  if (!("choices" in result)) return result;
  const { choices, ...facts } = result;
  const [choice] = choices;
  const text = textIn(choice?.blocks ?? []);
  return { ...facts, stop_reason: choice?.stop_reason ?? "unknown", text };
}
