import { ApiError } from "@veil/contracts/errors";
import type { Dialect, ProviderModel } from "@veil/contracts/inference";
import { randomHex } from "@veil/crypto";
import { contextOf } from "@veil/service-kit/http";
import type { Request, RequestHandler, Response } from "express";
import { keyCallerOf } from "../../accounts/http.ts";
import { slotFor, upstreamRefusal } from "../../calls/index.ts";
import { modelList, modelOf } from "../domain/model-list.ts";
import { type SdkDeps, sdkCredential } from "./sdk-route.ts";

/** `GET /v1/models`: those that the operator allows, else those of the provider. */
export function readModels(deps: SdkDeps): RequestHandler {
  return async function handleReadModels(req, res) {
    res.json(modelList(await allowedModels(deps, req, res)));
  };
}

export function readModel(deps: SdkDeps): RequestHandler {
  return async function handleReadModel(req, res) {
    const models = await allowedModels(deps, req, res);
    const model = models.find(({ id }) => id === req.params["model_id"]);
    if (model === undefined)
      throw new ApiError("not_found", "There is no such model", { hint: "See GET /v1/models" });
    res.json(modelOf(model));
  };
}

async function allowedModels(
  deps: SdkDeps,
  req: Request,
  res: Response,
): Promise<readonly ProviderModel[]> {
  if (deps.modelsAllowed.length > 0) return deps.modelsAllowed.map((id) => ({ id }));
  const dialect = dialectOf(req);
  const leg = `jrq_${randomHex(deps.random)}`;
  const credential = (await sdkCredential(deps, dialect, { req, res }))(leg);
  const query = { job_request_id: leg, dialect, credential };
  const trace = contextOf(res);
  const result = await deps.calls.slots.run(slotFor({ caller: keyCallerOf(res), trace }), () =>
    deps.calls.inferences.models(query, trace.gone()),
  );
  if (result.outcome === "failed") throw upstreamRefusal(result);
  return result.models;
}

/** Anthropic's SDKs always name a version of its interface. */
function dialectOf(req: Request): Dialect {
  return req.get("anthropic-version") === undefined ? "openai" : "anthropic";
}
