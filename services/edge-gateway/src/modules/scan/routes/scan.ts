import { checked } from "@veil/contracts/parsing";
import { ScanRequest, type ScanResponse } from "@veil/contracts/public/scan";
import { contextOf } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import { type ScanDeps, scanText } from "../domain/scan-text.ts";

const parse = checked(ScanRequest);

export function scanRoute(deps: ScanDeps): RequestHandler {
  return async function handleScan(req, res) {
    const body: ScanResponse = await scanText(deps, parse(req.body), contextOf(res));
    res.json(body);
  };
}
