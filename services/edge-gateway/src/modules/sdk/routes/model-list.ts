import type { ProviderModel } from "@veil/contracts/inference";
import type { SdkModel, SdkModels } from "@veil/contracts/public/sdk";

/** The fields of both formats at once; what the provider does not say has a fixed value. */
export function modelOf({
  id,
  created = 0,
  owned_by = "provider",
  display_name = id,
}: ProviderModel): SdkModel {
  const created_at = new Date(created * 1000).toISOString().replace(".000Z", "Z");
  return { id, object: "model", created, owned_by, type: "model", display_name, created_at };
}

export function modelList(models: readonly ProviderModel[]): SdkModels {
  return {
    object: "list",
    data: models.map(modelOf),
    has_more: false,
    first_id: models[0]?.id ?? null,
    last_id: models.at(-1)?.id ?? null,
  };
}
