import { type InferenceJob, InferenceResult, SealedResult } from "@veil/contracts/inference";
import { checkedJson } from "@veil/contracts/parsing";
import {
  createMessageOpener,
  createMessageSealer,
  type ServiceKeys,
  type TrustBundle,
} from "@veil/crypto";
import { Type } from "typebox";
import { NativeResult } from "../../content/native-result.ts";
import type { SanitisedTemplateJob } from "../../content/sanitised-job.ts";

export interface JobMessages {
  seal(jobId: string, job: SanitisedTemplateJob): string;
  /** @throws Error when the message is not a result that the worker sealed for this gateway */
  open(message: string): {
    readonly jobId: string;
    readonly result: InferenceResult | NativeResult;
  };
}

interface Keys {
  readonly keys: ServiceKeys;
  readonly trust: TrustBundle;
}

const parseSealed = checkedJson(SealedResult);
/** Workers of the previous version send the stored form. */
const parseResult = checkedJson(Type.Union([InferenceResult, NativeResult]));

export function createJobMessages({ keys, trust }: Keys): JobMessages {
  const from = { service: keys.service, ...keys.signing("message") };
  const worker = "inference-worker";
  const seal = createMessageSealer({ from, to: worker, trust, kind: "job" });
  const openResult = createMessageOpener({ as: keys, from: worker, trust, kind: "result" });
  return {
    seal(jobId, job) {
      const body = Buffer.from(JSON.stringify(job satisfies InferenceJob));
      return JSON.stringify(seal(jobId, body));
    },
    open(message) {
      const sealed = parseSealed(message);
      return { jobId: sealed.job_id, result: parseResult(openResult(sealed)) };
    },
  };
}
