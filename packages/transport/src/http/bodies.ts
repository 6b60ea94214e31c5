import { type Static, Type } from "typebox";

/** `POST /jobs`: one delivery. */
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

/** `POST /events`: 204 when the batch is appended, 400 when it can never be. */
export const EventDelivery = Type.Object(
  { message: Type.String() },
  { additionalProperties: false },
);
