import { type Static, Type } from "typebox";

/** `POST /credential` of the sandboxes, for the isolation probe: A's token at B, and B's at A, must be refused. */
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

/** Header of a service token (RFC 7515): which key of the issuer signed it. */
export const ServiceTokenHeader = Type.Object({
  kid: Type.String({ minLength: 1, maxLength: 64 }),
});

/** Claims of a service token (RFC 7519), times in seconds. */
export const ServiceTokenClaims = Type.Object({
  iss: Type.String(),
  aud: Type.String(),
  iat: Type.Integer(),
  exp: Type.Integer(),
});
