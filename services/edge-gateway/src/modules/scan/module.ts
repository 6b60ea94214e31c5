import { checked } from "@veil/contracts/parsing";
import { ScanRequest, type ScanResponse } from "@veil/contracts/public/scan";
import { contextOf } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import type { ServedOperations } from "../../api/register-operations.ts";
import type { Sanitiser, TextScans } from "../calls/index.ts";
import { type ScanDeps, scanText } from "./domain/scan-text.ts";

interface ScanNeeds {
  readonly sanitiser: Sanitiser;
  readonly scans: TextScans;
}

interface ScanModule {
  readonly serves: ServedOperations;
  readonly scan: ScanDeps;
}

export function createScanModule({ sanitiser, scans }: ScanNeeds): ScanModule {
  const scan = { sanitiser, scans, clockMs: () => performance.now() };
  return { serves: { scan: scanRoute(scan) }, scan };
}

const parse = checked(ScanRequest);

function scanRoute(deps: ScanDeps): RequestHandler {
  return async function handleScan(req, res) {
    const body: ScanResponse = await scanText(deps, parse(req.body), contextOf(res));
    res.json(body);
  };
}
