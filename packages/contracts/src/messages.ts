import { Type } from "typebox";

const keyId = Type.String({ maxLength: 64 });
const signature = Type.String({ maxLength: 128 });
/** Restricted so that the id is safe to log even before the message is authenticated. */
const jobId = Type.String({ pattern: "^[A-Za-z0-9_-]{1,128}$" });

interface Route<S extends string, R extends string> {
  readonly from: readonly S[];
  readonly to: R;
}

/**
 * Returns the schema of a `SealedMessage` of `@veil/crypto`: a plaintext header and a sealed body,
 * and a signature of both, or of the session (see there).
 */
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
      signed: Type.Optional(Type.Literal("session")),
      box: Type.String(),
      signature,
    },
    { additionalProperties: false },
  );
}

/** Returns the schema of a `SignedMessage` of `@veil/crypto`, which is not encrypted. */
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

/** The schema of a `SealedCredential` of `@veil/crypto`. */
export const SealedCredential = Type.Object(
  {
    sealing_key_id: keyId,
    /** The HPKE context's encapsulated key, in base64url. */
    enc: Type.String({ maxLength: 64 }),
    /** The credential's sequence number within the HPKE context. */
    sequence: Type.Integer({ minimum: 0 }),
    box: Type.String({ maxLength: 4_096 }),
  },
  { additionalProperties: false },
);
