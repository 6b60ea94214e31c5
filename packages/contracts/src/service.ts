import { type Static, Type } from "typebox";

/**
 * `POST /credential`, on the two sandboxes: a short-lived token signed with the sandbox's own key, for the
 * isolation probe, which carries A's credential to B's door and must see it refused there, and B's to A's.
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
