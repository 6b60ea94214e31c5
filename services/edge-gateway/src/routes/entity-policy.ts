import type { RequestHandler } from "express";
import { describePolicy } from "../domain/accounts/entity-policy.ts";
import { callerOf } from "../middleware/authenticate.ts";

/** `GET /api/v1/account/entity-policy`: of the presented key. */
export const readEntityPolicy: RequestHandler = (_req, res) => {
  res.json(describePolicy(callerOf(res).entityPolicy));
};
