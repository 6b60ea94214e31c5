import { type Static, Type } from "typebox";

/** Of removed endpoints, with status 410. No code: `error` is a sentence. */
export const GoneResponse = Type.Object(
  {
    error: Type.String(),
    /** Of the migration instructions. */
    migration: Type.String({ format: "uri" }),
  },
  { additionalProperties: false },
);
export type GoneResponse = Static<typeof GoneResponse>;
