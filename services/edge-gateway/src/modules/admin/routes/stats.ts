import type { AdminStatsResponse } from "@veil/contracts/public/admin";
import type { RequestHandler } from "express";
import { monthOf } from "../../accounts/index.ts";
import type { AdminContext } from "./context.ts";

export function readStats({ directory, nowMs }: AdminContext): RequestHandler {
  return async function handleReadStats(_req, res) {
    const now = nowMs();
    const { free, pro, enterprise, ...counts } = await directory.stats(new Date(now), monthOf(now));
    const body: AdminStatsResponse = { customers: { free, pro, enterprise }, ...counts };
    res.json(body);
  };
}
