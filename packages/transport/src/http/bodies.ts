import { type Static, Type } from "typebox";

/** Body of `POST /jobs`: one delivery of a job. */
export const JobDelivery = Type.Object(
  { message: Type.String(), attempt: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false },
);

export const JobResponse = Type.Union([
  Type.Object(
    { kind: Type.Literal("answered"), result: Type.String() },
    { additionalProperties: false },
  ),
  Type.Object({ kind: Type.Literal("retry") }, { additionalProperties: false }),
]);
export type JobResponse = Static<typeof JobResponse>;

/**
 * Body of `POST /events`. The response is 204 when the batch was appended, and 400 when it can
 * never be appended.
 */
export const EventDelivery = Type.Object(
  { message: Type.String() },
  { additionalProperties: false },
);
