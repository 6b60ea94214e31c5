import { DirectInference } from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import { type CallRoute, jsonCall } from "@veil/service-kit/http";
import { Type } from "typebox";
import { countTokens } from "../domain/query-provider.ts";
import { answerQuery, type QueryDeps } from "./answer-query.ts";
import { JOB_LIMIT_BYTES } from "./infer.ts";

const parse = checked(
  Type.Object(
    { job: DirectInference.properties.job, stream: Type.Literal(false) },
    { additionalProperties: false },
  ),
);

/**
 * `POST /token-counts`: returns the number of tokens in the job's prompt, as counted by the
 * provider.
 */
export function tokenCountRoute(deps: QueryDeps): CallRoute {
  return {
    path: "/token-counts",
    limitBytes: JOB_LIMIT_BYTES,
    repeatable: false,
    heartbeat: deps.heartbeat,
    answer: jsonCall(parse, ({ job }, call) => {
      const ask = (signal: AbortSignal) => countTokens(job, deps.run, signal);
      return answerQuery(call, { kind: "token_count", leg: job.job_request_id, ask }, deps);
    }),
  };
}
