import type { RequestHandler } from "express";
import { callerOf } from "../../accounts/http.ts";
import { describePolicy } from "../domain/entity-policy.ts";

export const readEntityPolicy: RequestHandler = (_req, res) => {
  res.json(describePolicy(callerOf(res).entityPolicy));
};
