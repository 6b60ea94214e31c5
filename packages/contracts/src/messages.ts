import { Type } from "typebox";

const keyId = Type.String({ maxLength: 64 });
const signature = Type.String({ maxLength: 128 });
/** Safe in log lines, even before the message is authenticated. */
const jobId = Type.String({ pattern: "^[A-Za-z0-9_-]{1,128}$" });

interface Route<S extends string, R extends string> {
  readonly from: readonly S[];
  readonly to: R;
}

/** Shape of a `SealedMessage` of `@veil/crypto`: clear header, sealed body, both signed. */
export function sealedMessage<
  const K extends string,
  const S extends string,
  const R extends string,
>(kind: K, { from, to }: Route<S, R>) {
  return Type.Object(
    {
      kind: Type.Literal(kind),
      job_id: jobId,
      sender: Type.Enum(from),
      receiver: Type.Literal(to),
      sealing_key_id: keyId,
      signing_key_id: keyId,
      box: Type.String(),
      signature,
    },
    { additionalProperties: false },
  );
}

/** Shape of a `SignedMessage` of `@veil/crypto`; not confidential. */
export function signedMessage<const S extends string, const R extends string>(
  { from, to }: Route<S, R>,
  body: { readonly maxLength?: number } = {},
) {
  return Type.Object(
    {
      sender: Type.Enum(from),
      receiver: Type.Literal(to),
      signing_key_id: keyId,
      body: Type.String(body),
      signature,
    },
    { additionalProperties: false },
  );
}

/** Shape of a `SealedCredential` of `@veil/crypto`. */
export const SealedCredential = Type.Object(
  {
    sealing_key_id: keyId,
    /** base64url of the encapsulated key of the context. */
    enc: Type.String({ maxLength: 64 }),
    /** The credential's number within its context. */
    sequence: Type.Integer({ minimum: 0 }),
    box: Type.String({ maxLength: 4_096 }),
  },
  { additionalProperties: false },
);
