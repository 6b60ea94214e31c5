import { type Static, Type } from "typebox";
import { SealedCredential } from "./messages.ts";

/**
 * The provider key for a call: either the operator's, or a customer's, which only the worker can
 * decrypt. A customer's key is either stored encrypted, or sent with the call and sealed for that
 * call only.
 */
export const ProviderCredential = Type.Union([
  Type.Object({ kind: Type.Literal("managed") }, { additionalProperties: false }),
  Type.Object(
    {
      kind: Type.Literal("call"),
      /** The provider's name in the provider table. The encryption is bound to it. */
      provider: Type.String(),
      /** A `SealedCredential` of `@veil/crypto`, bound to the job's `job_request_id`. */
      sealed: SealedCredential,
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal("box"),
      /** The id of the stored record. The encryption is bound to it. */
      record_id: Type.String(),
      /** The provider's name in the provider table. The encryption is bound to it. */
      provider: Type.String(),
      sealing_key_id: Type.String(),
      box: Type.String(),
    },
    { additionalProperties: false },
  ),
]);
export type ProviderCredential = Static<typeof ProviderCredential>;

/**
 * Returns the HPKE `info` and `aad` with which the gateway seals a stored provider key and the
 * worker opens it.
 */
export function providerKeyBindings(recordId: string, provider: string) {
  return {
    info: Buffer.from("veil/provider-key/v1"),
    aad: Buffer.from(JSON.stringify([recordId, provider])),
  };
}
