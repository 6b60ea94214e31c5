import { type InferenceJob, InferenceResult, SealedResult } from "@veil/contracts/inference";
import { checkedJson } from "@veil/contracts/parsing";
import {
  createMessageOpener,
  createMessageSealer,
  type ServiceKeys,
  type TrustBundle,
} from "@veil/crypto";
import { Type } from "typebox";
import type { SanitisedTemplateJob } from "../../content/sanitised-content.ts";
import { textIn } from "../../scanning/scan-outbound.ts";
import { NativeResult } from "../results/answers.ts";

interface Keys {
  readonly keys: ServiceKeys;
  readonly trust: TrustBundle;
}

export type JobMessages = ReturnType<typeof createJobMessages>;

const parseSealed = checkedJson(SealedResult);
/** Workers of the previous version send the stored form. */
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
    /** @throws Error when the message is not a result that the worker sealed for this gateway */
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
