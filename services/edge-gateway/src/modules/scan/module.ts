import { checked } from "@veil/contracts/parsing";
import { PreviewRequest, ScanRequest, type ScanResponse } from "@veil/contracts/public/scan";
import { contextOf } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import type { ServedOperations } from "../../api/register-operations.ts";
import { callerOf } from "../accounts/http.ts";
import type { Sanitiser, TextScans } from "../calls/index.ts";
import type { EntityLists } from "../entities/index.ts";
import { type PreviewDeps, previewText } from "./domain/preview-text.ts";
import { type ScanDeps, scanText } from "./domain/scan-text.ts";

interface ScanNeeds {
  readonly sanitiser: Sanitiser;
  readonly scans: TextScans;
  readonly entityLists: Pick<EntityLists, "boxes">;
}

interface ScanModule {
  readonly serves: ServedOperations;
  readonly scan: ScanDeps;
}

export function createScanModule({ sanitiser, scans, entityLists }: ScanNeeds): ScanModule {
  const clockMs = () => performance.now();
  const scan = { sanitiser, scans, clockMs };
  const preview = { sanitiser, entityLists, clockMs };
  return { serves: { scan: scanRoute(scan), previewText: previewRoute(preview) }, scan };
}

const parseScan = checked(ScanRequest);
const parsePreview = checked(PreviewRequest);

function scanRoute(deps: ScanDeps): RequestHandler {
  return async function handleScan(req, res) {
    const body: ScanResponse = await scanText(deps, parseScan(req.body), contextOf(res));
    res.json(body);
  };
}

function previewRoute(deps: PreviewDeps): RequestHandler {
  return async function handlePreview(req, res) {
    const request = parsePreview(req.body);
    res.json(await previewText(deps, request, { caller: callerOf(res), trace: contextOf(res) }));
  };
}
