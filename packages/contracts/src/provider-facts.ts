import { type Static, Type } from "typebox";

const Count = Type.Integer({ minimum: 0 });

const usageName = "^[a-z][a-z0-9_]{0,63}$";
const usageValue = [Count, Type.String({ pattern: "^[a-z][a-z0-9_-]{0,39}$" }), Type.Null()];

/**
 * Other token counts that the provider reports, such as cached tokens, under the names that it
 * uses. The schema allows no free text.
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

/** What a provider reports about a model, with the fields of both wire formats. */
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
