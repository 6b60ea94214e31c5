import { type Static, Type } from "typebox";

export const Tier = Type.Union([
  Type.Literal("free"),
  Type.Literal("pro"),
  Type.Literal("enterprise"),
]);
export type Tier = Static<typeof Tier>;

/** An email address. The handler also refuses a domain whose Punycode is not canonical. */
export const Email = Type.String({
  maxLength: 254,
  format: "email",
  description: "an email address in ASCII, with an international domain in Punycode (xn--...)",
});

/**
 * A customer's key for a provider. The handler also refuses a key that does not have a known
 * provider's prefix.
 */
export const ProviderKey = Type.String({
  pattern: "^[\\x21-\\x7e]{1,512}$",
  description: "at most 512 visible ASCII characters",
});

export const RegisterRequest = Type.Object(
  {
    email: Email,
    company: Type.Optional(Type.String()),
    provider_key: Type.Optional(ProviderKey),
  },
  { additionalProperties: false },
);
export type RegisterRequest = Static<typeof RegisterRequest>;

export const RegisterResponse = Type.Object(
  {
    svc_api_key: Type.String({
      description:
        "The key, or a masked one when the email is known and nothing proves whose it is",
    }),
    /**
     * Always `free` when the key is masked, so that the response does not disclose the account's
     * tier.
     */
    tier: Tier,
    monthly_limit: Type.Optional(Type.Integer()),
    managed_ai: Type.Optional(Type.Boolean()),
    message: Type.String(),
  },
  { additionalProperties: false },
);
export type RegisterResponse = Static<typeof RegisterResponse>;

export const UsageResponse = Type.Object(
  {
    customer_id: Type.String(),
    tier: Tier,
    monthly_limit: Type.Union([Type.Integer(), Type.Literal("unlimited")]),
    used: Type.Integer(),
    remaining: Type.Union([Type.Integer(), Type.Literal("unlimited")]),
    managed_ai: Type.Boolean(),
    audit_export: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type UsageResponse = Static<typeof UsageResponse>;
