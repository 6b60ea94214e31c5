import { type Static, Type } from "typebox";

const Count = Type.Integer({ minimum: 0 });

const usageName = "^[a-z][a-z0-9_]{0,63}$";
const usageValue = [Count, Type.String({ pattern: "^[a-z][a-z0-9_-]{0,39}$" }), Type.Null()];

/**
 * What else the provider reports about the tokens, under its own names, such as cached tokens. No
 * free text.
 */
export const UsageDetails = Type.Unsafe<UsageDetails>(
  Type.Record(
    Type.String({ pattern: usageName }),
    Type.Union([
      ...usageValue,
      Type.Record(Type.String({ pattern: usageName }), Type.Union(usageValue), {
        additionalProperties: false,
      }),
    ]),
    { additionalProperties: false },
  ),
);
type UsageValue = number | string | null;
export type UsageDetails = {
  readonly [name: string]: UsageValue | { readonly [name: string]: UsageValue };
};

/** What a provider reports about a model, in the fields of both formats. */
export const ProviderModel = Type.Object(
  {
    id: Type.String(),
    /** Seconds since 1970. */
    created: Type.Optional(Count),
    owned_by: Type.Optional(Type.String()),
    display_name: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type ProviderModel = Static<typeof ProviderModel>;
