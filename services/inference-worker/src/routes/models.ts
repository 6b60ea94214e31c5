import { ModelsQuery } from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import { type CallRoute, jsonCall } from "@veil/service-kit/http";
import { listModels } from "../domain/query-provider.ts";
import { answerQuery, type QueryDeps } from "./answer-query.ts";

const LIMIT_BYTES = 64 * 1024;
const parse = checked(ModelsQuery);

/** `POST /models`: returns the models that a credential may use. */
export function modelRoute(deps: QueryDeps): CallRoute {
  return {
    path: "/models",
    limitBytes: LIMIT_BYTES,
    repeatable: false,
    heartbeat: deps.heartbeat,
    answer: jsonCall(parse, (query, call) => {
      const ask = (signal: AbortSignal) => listModels(query, deps.run, signal);
      return answerQuery(call, { kind: "models", leg: query.job_request_id, ask }, deps);
    }),
  };
}
