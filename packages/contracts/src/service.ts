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

/**
 * The routes that a service serves over a call connection. The position of a route in the list is
 * its number in the calls. `repeatable`: a call may be sent again when its outcome is unknown.
 */
export const AnnouncedRoutes = Type.Array(
  Type.Object({ path: Type.String({ maxLength: 64 }), repeatable: Type.Boolean() }),
  { maxItems: 255 },
);
export type AnnouncedRoutes = Static<typeof AnnouncedRoutes>;
