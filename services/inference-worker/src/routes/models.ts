import { ModelsQuery } from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import { endpoint, jsonBody } from "@veil/service-kit/http";
import { Router } from "express";
import { listModels } from "../domain/query-provider.ts";
import { answerQuery, type QueryDeps } from "./answer-query.ts";

const LIMIT_BYTES = 64 * 1024;
const parse = checked(ModelsQuery);

/** `POST /models`: returns the models that a credential may use. */
export function modelRoutes(deps: QueryDeps): Router {
  const router = Router();
  endpoint(router, "/models", {
    post: [
      jsonBody({ limitBytes: LIMIT_BYTES }),
      async (req, res) => {
        const query = parse(req.body);
        const ask = (signal: AbortSignal) => listModels(query, deps.run, signal);
        await answerQuery(res, { kind: "models", leg: query.job_request_id, ask }, deps);
      },
    ],
  });
  return router;
}
