import { type Static, Type } from "typebox";

/** Response of removed endpoints, with status 410. It has no error code: `error` is a sentence. */
export const GoneResponse = Type.Object(
  {
    error: Type.String(),
    /** The URL of the migration instructions. */
    migration: Type.String({ format: "uri" }),
  },
  { additionalProperties: false },
);
export type GoneResponse = Static<typeof GoneResponse>;
