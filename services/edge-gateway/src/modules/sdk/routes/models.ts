import { ApiError } from "@veil/contracts/errors";
import type { Dialect, ProviderModel } from "@veil/contracts/inference";
import type { SdkModel, SdkModels } from "@veil/contracts/public/sdk";
import { randomHex } from "@veil/crypto";
import { contextOf } from "@veil/service-kit/http";
import type { Request, RequestHandler, Response } from "express";
import { keyCallerOf } from "../../accounts/http.ts";
import { slotFor, upstreamRefusal } from "../../calls/index.ts";
import { type SdkDeps, sdkCredential } from "./sdk-route.ts";

/**
 * Handles `GET /v1/models`, which returns the models that the operator allows or, without such a
 * list, the provider's models.
 */
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
  const leg = `jrq_${randomHex(deps.calls.random)}`;
  const credential = (await sdkCredential(deps, dialect, { req, res }))(leg);
  const query = { job_request_id: leg, dialect, credential };
  const trace = contextOf(res);
  const result = await deps.calls.slots.run(slotFor({ caller: keyCallerOf(res), trace }), () =>
    deps.calls.inferences.models(query, trace.gone()),
  );
  if (result.outcome === "failed") throw upstreamRefusal(result);
  return result.models;
}

/**
 * Returns the format of the request. Anthropic's SDKs always send a header with the version of its
 * API.
 */
function dialectOf(req: Request): Dialect {
  return req.get("anthropic-version") === undefined ? "openai" : "anthropic";
}

/**
 * Returns a model with the fields of both formats. Fields that the provider did not return have a
 * fixed value.
 */
function modelOf({
  id,
  created = 0,
  owned_by = "provider",
  display_name = id,
}: ProviderModel): SdkModel {
  const created_at = new Date(created * 1000).toISOString().replace(".000Z", "Z");
  return { id, object: "model", created, owned_by, type: "model", display_name, created_at };
}

function modelList(models: readonly ProviderModel[]): SdkModels {
  return {
    object: "list",
    data: models.map(modelOf),
    has_more: false,
    first_id: models[0]?.id ?? null,
    last_id: models.at(-1)?.id ?? null,
  };
}
