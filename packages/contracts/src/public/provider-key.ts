import { type Static, Type } from "typebox";
import { ProviderKey } from "./registration.ts";

/** Body of `PUT /api/v1/account/provider-key`. */
export const ProviderKeyRequest = Type.Object(
  { provider_key: ProviderKey },
  { additionalProperties: false },
);
export type ProviderKeyRequest = Static<typeof ProviderKeyRequest>;

/**
 * Response to `PUT` and `DELETE /api/v1/account/provider-key`. It never includes the key, which
 * only the inference worker can decrypt.
 */
export const ProviderKeyResponse = Type.Object(
  {
    managed_ai: Type.Boolean(),
    /** Absent when no key is stored. */
    provider: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type ProviderKeyResponse = Static<typeof ProviderKeyResponse>;
