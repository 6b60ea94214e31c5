import type { RequestHandler } from "express";
import { callerOf } from "../../accounts/http.ts";
import { describePolicy } from "../domain/entity-policy.ts";

/** `GET /api/v1/account/entity-policy`: of the presented key. */
export const readEntityPolicy: RequestHandler = (_req, res) => {
  res.json(describePolicy(callerOf(res).entityPolicy));
};
