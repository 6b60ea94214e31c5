import type { InferenceJob, ProviderCredential } from "@veil/contracts/inference";
import { type RandomBytes, randomHex } from "@veil/crypto";
import type { SanitisedContent } from "./content.ts";
import type { PseudonymToken } from "./minted.ts";
import type { PreparedCall } from "./prepare.ts";

type Content = "token" | "prompt_template" | "context" | "messages";

/** A job can be built of sanitised content alone. */
export type SanitisedJob = Omit<InferenceJob, Content> &
  SanitisedContent & { readonly token: PseudonymToken };

/** What a caller may choose. */
export interface InferenceParameters {
  /** Undefined: the worker's default. */
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
