import type { ServedOperations } from "../../api/register-operations.ts";
import type { Sanitiser, TextScans } from "../calls/index.ts";
import type { ScanDeps } from "./domain/scan-text.ts";
import { scanRoute } from "./routes/scan.ts";

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
