import { SCANS, type ScanCall } from "./create-text-scans.ts";

export function run({ scan, argument }: ScanCall): unknown {
  const scanText: (argument: never) => unknown = SCANS[scan];
  return scanText(argument as never);
}
