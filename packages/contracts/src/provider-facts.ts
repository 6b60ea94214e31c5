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

/** Body of the worker's `POST /providers`. */
export const ProvidersQuery = Type.Object({}, { additionalProperties: false });

/** Response to the worker's `POST /providers`: where the worker sends prompts. */
export const ProvidersResult = Type.Object(
  {
    providers: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          /** A host name, with a port if it is not the default port. */
          host: Type.String(),
          /** Whether the connection uses TLS. */
          encrypted: Type.Boolean(),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type ProvidersResult = Static<typeof ProvidersResult>;

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
