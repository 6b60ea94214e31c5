import type { RequestHandler } from "express";

/** Answers hold restored personal data or keys: no cache may keep one. A route may say otherwise. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.set("Cache-Control", "no-store");
  next();
};
