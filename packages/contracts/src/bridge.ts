import { type Static, Type } from "typebox";
import { AuthenticatedClaim, Hex32 } from "./claims.ts";

/** Tokens that one request asks for at most. */
export const MAX_TOKENS_A_REQUEST = 16;

/**
 * `POST /tokens`: what crosses into Sandbox A is the caller's customer id, an id for each token that is requested, and
 * nothing else.
 */
export const TokenRequest = Type.Object(
  {
    customer_id: Type.String({ minLength: 1, maxLength: 128 }),
    token_request_ids: Type.Array(Type.String({ pattern: "^tok_[0-9a-f]{32}$" }), {
      minItems: 1,
      maxItems: MAX_TOKENS_A_REQUEST,
      uniqueItems: true,
    }),
    /** For each token, the seed of the opening of the customer id in its claim. Absent: no claims are wanted. */
    claim_seeds: Type.Optional(
      Type.Array(Hex32, { minItems: 1, maxItems: MAX_TOKENS_A_REQUEST, uniqueItems: true }),
    ),
  },
  { additionalProperties: false },
);
export type TokenRequest = Static<typeof TokenRequest>;

/** A token for each id, in their order. Opaque to all but the bridge; tokens of one customer cannot be linked. */
export const TokenResponse = Type.Object(
  {
    tokens: Type.Array(Type.String({ pattern: "^[A-Za-z0-9_-]{40,400}$" }), {
      minItems: 1,
      maxItems: MAX_TOKENS_A_REQUEST,
      uniqueItems: true,
    }),
    /** For each token, when they were wanted. */
    claims: Type.Optional(Type.Array(AuthenticatedClaim, { maxItems: MAX_TOKENS_A_REQUEST })),
  },
  { additionalProperties: false },
);
export type TokenResponse = Static<typeof TokenResponse>;
