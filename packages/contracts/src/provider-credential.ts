import { type Static, Type } from "typebox";
import { SealedCredential } from "./messages.ts";

/**
 * The operator's provider key, or a customer's key that only the worker can open: stored in a box,
 * or sent with the call and sealed for that call only.
 */
export const ProviderCredential = Type.Union([
  Type.Object({ kind: Type.Literal("managed") }, { additionalProperties: false }),
  Type.Object(
    {
      kind: Type.Literal("call"),
      /** Entry of the provider table; bound into the box. */
      provider: Type.String(),
      /** `SealedCredential` of `@veil/crypto`, bound to the job's `job_request_id`. */
      sealed: SealedCredential,
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal("box"),
      /** Names the stored record; bound into the box. */
      record_id: Type.String(),
      /** Entry of the provider table; bound into the box. */
      provider: Type.String(),
      sealing_key_id: Type.String(),
      box: Type.String(),
    },
    { additionalProperties: false },
  ),
]);
export type ProviderCredential = Static<typeof ProviderCredential>;

/** HPKE bindings of a stored provider key: the gateway seals with them, the worker opens. */
export function providerKeyBindings(recordId: string, provider: string) {
  return {
    info: Buffer.from("veil/provider-key/v1"),
    aad: Buffer.from(JSON.stringify([recordId, provider])),
  };
}
