import { type Static, Type } from "typebox";

/** `POST /tokens`: what crosses into Sandbox A is the caller's customer id, and nothing else. */
export const TokenRequest = Type.Object(
  { customer_id: Type.String({ minLength: 1, maxLength: 128 }) },
  { additionalProperties: false },
);
export type TokenRequest = Static<typeof TokenRequest>;

/** Opaque to all but the bridge; tokens of one customer cannot be linked. */
export const TokenResponse = Type.Object(
  { token: Type.String({ pattern: "^[A-Za-z0-9_-]{40,400}$" }) },
  { additionalProperties: false },
);
export type TokenResponse = Static<typeof TokenResponse>;
