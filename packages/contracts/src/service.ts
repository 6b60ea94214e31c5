import { type Static, Type } from "typebox";

/**
 * Body of a sandbox's `POST /credential`. The isolation probe requests tokens from one sandbox to
 * prove that the other refuses them.
 */
export const CredentialRequest = Type.Object(
  { audience: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
);
export type CredentialRequest = Static<typeof CredentialRequest>;

export const CredentialResponse = Type.Object(
  { token: Type.String() },
  { additionalProperties: false },
);
export type CredentialResponse = Static<typeof CredentialResponse>;

/**
 * The header of a service token (RFC 7515), which contains the id of the issuer's key that signed
 * it.
 */
export const ServiceTokenHeader = Type.Object({
  kid: Type.String({ minLength: 1, maxLength: 64 }),
});

/** The claims of a service token (RFC 7519). Times are in seconds. */
export const ServiceTokenClaims = Type.Object({
  iss: Type.String(),
  aud: Type.String(),
  iat: Type.Integer(),
  exp: Type.Integer(),
});
