import { type Static, Type } from "typebox";
import { AuthenticatedClaim, Hex32 } from "./claims.ts";

/** How many tokens one request may ask for. */
export const MAX_TOKENS_A_REQUEST = 16;

/**
 * `POST /tokens` carries into Sandbox A the caller's customer id, an id for each requested token,
 * and nothing else.
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
     * For each token, the seed of the opening of the customer id in its claim. Absent when the
     * caller wants no claims.
     */
    claim_seeds: Type.Optional(
      Type.Array(Hex32, { minItems: 1, maxItems: MAX_TOKENS_A_REQUEST, uniqueItems: true }),
    ),
  },
  { additionalProperties: false },
);
export type TokenRequest = Static<typeof TokenRequest>;

/**
 * A token for each id, in the order of the ids. Only the bridge can read a token; tokens of one
 * customer cannot be linked.
 */
export const TokenResponse = Type.Object(
  {
    tokens: Type.Array(Type.String({ pattern: "^[A-Za-z0-9_-]{40,400}$" }), {
      minItems: 1,
      maxItems: MAX_TOKENS_A_REQUEST,
      uniqueItems: true,
    }),
    /** One for each token, when the caller requested claims. */
    claims: Type.Optional(Type.Array(AuthenticatedClaim, { maxItems: MAX_TOKENS_A_REQUEST })),
  },
  { additionalProperties: false },
);
export type TokenResponse = Static<typeof TokenResponse>;
