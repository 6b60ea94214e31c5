import { checked } from "@veil/contracts/parsing";
import { ScanRequest, type ScanResponse } from "@veil/contracts/public/scan";
import { contextOf, jsonBody } from "@veil/http-kit";
import type { Request, RequestHandler, Response } from "express";
import { SMALL_BODY_BYTES } from "../../../api/body-limits.ts";
import { type ScanDeps, scanText } from "../domain/scan-text.ts";

export interface ScanRouteDeps extends ScanDeps {
  readonly limit: RequestHandler;
}

const parse = checked(ScanRequest);

export function scanRoute(deps: ScanRouteDeps): RequestHandler[] {
  async function handleScan(req: Request, res: Response): Promise<void> {
    const body: ScanResponse = await scanText(deps, parse(req.body), contextOf(res));
    res.json(body);
  }
  return [deps.limit, jsonBody({ limitBytes: SMALL_BODY_BYTES, strictType: true }), handleScan];
}
