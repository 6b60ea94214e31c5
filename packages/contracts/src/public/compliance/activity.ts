import { type Static, Type } from "typebox";

/** The form of an activity's name, as a regular expression. */
export const ACTIVITY_FORM = "^[A-Za-z0-9._-]{1,64}$";

/** The name of a processing activity, which the customer chooses. */
export const ActivityId = Type.String({
  pattern: ACTIVITY_FORM,
  description: "1 to 64 letters, digits and . _ -",
});
export type ActivityId = Static<typeof ActivityId>;

/** Stands for calls without an activity in paths of the API. */
export const NO_ACTIVITY = "_";
