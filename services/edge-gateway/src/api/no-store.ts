import type { RequestHandler } from "express";

/** Responses hold personal data or keys, so no cache may keep one. A route may override it. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.set("Cache-Control", "no-store");
  next();
};
