import { checkedJson } from "@veil/contracts/parsing";
import { Role } from "@veil/contracts/public/session";
import { type Static, Type } from "typebox";

const closed = { additionalProperties: false };

/** A group of an identity provider, and what its people may do. Names match exactly. */
const Group = Type.Object(
  {
    group: Type.String({ minLength: 1 }),
    customer_id: Type.String({ pattern: "^cus_[0-9a-f]{40}$" }),
    role: Role,
  },
  closed,
);

const Provider = Type.Object(
  {
    /** Part of the address of the callback, which the provider must know. */
    id: Type.String({ pattern: "^[a-z0-9-]{1,32}$" }),
    /** What the portal calls the provider. */
    title: Type.String({ minLength: 1, maxLength: 64 }),
    issuer: Type.String({ pattern: "^https?://" }),
    client_id: Type.String({ minLength: 1 }),
    /** Absent for a public client, which PKCE alone protects. */
    client_secret: Type.Optional(Type.String({ minLength: 1 })),
    /** The claim of the ID token that lists groups. Defaults to `groups`. */
    groups_claim: Type.Optional(Type.String({ minLength: 1 })),
    /** The scope of the request. Defaults to `openid email`; some providers want `groups` too. */
    scope: Type.Optional(Type.String({ pattern: "^openid( [!#-\\[\\]-~]+)*$" })),
    groups: Type.Array(Group, { minItems: 1 }),
  },
  closed,
);
export type OidcProvider = Static<typeof Provider>;

const OidcFile = Type.Object({ providers: Type.Array(Provider, { minItems: 1 }) }, closed);

const parse = checkedJson(OidcFile);

/**
 * Parses the file of identity providers.
 * @throws Error with a message that contains no text of the file
 */
export function readOidcProviders(text: string): readonly OidcProvider[] {
  const { providers } = parse(Buffer.from(text));
  for (const name of ["id", "issuer"] as const)
    if (new Set(providers.map((provider) => provider[name])).size < providers.length)
      throw new Error(`two providers have one ${name}`);
  return providers;
}
