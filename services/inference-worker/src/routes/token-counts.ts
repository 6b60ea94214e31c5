import { DirectInference } from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import { endpoint, jsonBody } from "@veil/service-kit/http";
import { Router } from "express";
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
export function tokenCountRoutes(deps: QueryDeps): Router {
  const router = Router();
  endpoint(router, "/token-counts", {
    post: [
      jsonBody({ limitBytes: JOB_LIMIT_BYTES }),
      async (req, res) => {
        const { job } = parse(req.body);
        const ask = (signal: AbortSignal) => countTokens(job, deps.run, signal);
        await answerQuery(res, { kind: "token_count", leg: job.job_request_id, ask }, deps);
      },
    ],
  });
  return router;
}
