import { type Static, Type } from "typebox";
import { ProviderKey } from "./registration.ts";

/** `PUT /api/v1/account/provider-key`. */
export const ProviderKeyRequest = Type.Object(
  { provider_key: ProviderKey },
  { additionalProperties: false },
);
export type ProviderKeyRequest = Static<typeof ProviderKeyRequest>;

/**
 * The answer of `PUT` and `DELETE`. Never includes the key: only the inference worker can read it.
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
