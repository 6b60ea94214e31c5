import type { ProviderCredential } from "@veil/contracts/inference";
import { type RandomBytes, randomHex } from "@veil/crypto";
import type { PreparedCall } from "./prepare.ts";
import type { SanitisedJob } from "./sanitised-job.ts";

export interface InferenceParameters {
  readonly model: string | undefined;
  readonly maxTokens: number;
  readonly temperature: number | undefined;
}

interface JobParts {
  readonly jobRequestId: string;
  readonly credential: ProviderCredential;
  readonly parameters: InferenceParameters;
  /** Whole seconds: Sandbox B must not learn a finer time. */
  readonly deadline: Date;
}

export function inferenceJob(
  { token, content }: PreparedCall,
  { jobRequestId, credential, parameters, deadline }: JobParts,
  random: RandomBytes,
): SanitisedJob {
  const { model, maxTokens, temperature } = parameters;
  return {
    job_request_id: jobRequestId,
    token,
    ...content,
    ...(model !== undefined && { model }),
    max_tokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    credential,
    end_user_id: randomHex(random),
    deadline: deadline.toISOString().replace(".000Z", "Z"),
  };
}
