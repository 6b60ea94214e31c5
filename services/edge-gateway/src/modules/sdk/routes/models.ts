import { ApiError } from "@veil/contracts/errors";
import type { Dialect } from "@veil/contracts/inference";
import { randomHex } from "@veil/crypto";
import { contextOf } from "@veil/http-kit";
import type { Request, RequestHandler, Response } from "express";
import { keyCallerOf } from "../../accounts/http.ts";
import { slotFor, upstreamRefusal } from "../../calls/index.ts";
import { modelList, modelOf } from "../domain/model-list.ts";
import { type SdkDeps, sdkCredential } from "./sdk-route.ts";

/** `GET /v1/models`: those that the operator allows, else those of the provider. */
export function readModels(deps: SdkDeps): RequestHandler {
  return async function handleReadModels(req, res) {
    res.json(modelList(await modelIds(deps, req, res)));
  };
}

export function readModel(deps: SdkDeps): RequestHandler {
  return async function handleReadModel(req, res) {
    const ids = await modelIds(deps, req, res);
    const id = ids.find((known) => known === req.params["model_id"]);
    if (id === undefined)
      throw new ApiError("not_found", "There is no such model", { hint: "See GET /v1/models" });
    res.json(modelOf(id));
  };
}

async function modelIds(deps: SdkDeps, req: Request, res: Response): Promise<readonly string[]> {
  if (deps.modelsAllowed.length > 0) return deps.modelsAllowed;
  const dialect = dialectOf(req);
  const leg = `jrq_${randomHex(deps.random)}`;
  const credential = (await sdkCredential(deps, dialect, { req, res }))(leg);
  const query = { job_request_id: leg, dialect, credential };
  const trace = contextOf(res);
  const result = await deps.slots.run(slotFor({ caller: keyCallerOf(res), trace }), () =>
    deps.inferences.models(query, trace.gone()),
  );
  if (result.outcome === "failed") throw upstreamRefusal(result);
  return result.models;
}

/** Anthropic's SDKs always name a version of its interface. */
function dialectOf(req: Request): Dialect {
  return req.get("anthropic-version") === undefined ? "openai" : "anthropic";
}
