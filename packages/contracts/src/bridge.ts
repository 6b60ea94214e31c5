import { type Static, Type } from "typebox";
import { AuthenticatedClaim, Hex32 } from "./claims.ts";

/** The maximum number of tokens per request. */
export const MAX_TOKENS_A_REQUEST = 16;

/**
 * Body of `POST /tokens`. It carries only two things into Sandbox A: the caller's customer id, and
 * an id for each requested token.
 */
export const TokenRequest = Type.Object(
  {
    customer_id: Type.String({ minLength: 1, maxLength: 128 }),
    token_request_ids: Type.Array(Type.String({ pattern: "^tok_[0-9a-f]{32}$" }), {
      minItems: 1,
      maxItems: MAX_TOKENS_A_REQUEST,
      uniqueItems: true,
    }),
    /**
     * One seed per token, which opens the commitment to the customer id in that token's claim.
     * Absent when the caller wants no claims.
     */
    claim_seeds: Type.Optional(
      Type.Array(Hex32, { minItems: 1, maxItems: MAX_TOKENS_A_REQUEST, uniqueItems: true }),
    ),
  },
  { additionalProperties: false },
);
export type TokenRequest = Static<typeof TokenRequest>;

/**
 * One token per requested id, in the same order. Only the bridge can read a token; for all others,
 * two tokens of the same customer are unlinkable.
 */
export const TokenResponse = Type.Object(
  {
    tokens: Type.Array(Type.String({ pattern: "^[A-Za-z0-9_-]{40,400}$" }), {
      minItems: 1,
      maxItems: MAX_TOKENS_A_REQUEST,
      uniqueItems: true,
    }),
    /** One claim per token. Absent when the caller requested no claims. */
    claims: Type.Optional(Type.Array(AuthenticatedClaim, { maxItems: MAX_TOKENS_A_REQUEST })),
  },
  { additionalProperties: false },
);
export type TokenResponse = Static<typeof TokenResponse>;
