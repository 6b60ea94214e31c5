import type { SdkModel, SdkModels } from "@veil/contracts/public/sdk";

/** Providers' other facts about a model are not asked for. */
const UNKNOWN_TIME = "1970-01-01T00:00:00Z";

/** The fields of both formats at once. */
export function modelOf(id: string): SdkModel {
  return {
    id,
    object: "model",
    created: 0,
    owned_by: "provider",
    type: "model",
    display_name: id,
    created_at: UNKNOWN_TIME,
  };
}

export function modelList(ids: readonly string[]): SdkModels {
  return {
    object: "list",
    data: ids.map(modelOf),
    has_more: false,
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
  };
}
