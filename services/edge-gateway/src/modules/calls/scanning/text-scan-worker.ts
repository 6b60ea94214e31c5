import { SCANS, type Scans } from "./inline-text-scans.ts";

export interface ScanCall<K extends keyof Scans = keyof Scans> {
  readonly scan: K;
  readonly argument: Parameters<Scans[K]>[0];
}

export function run({ scan, argument }: ScanCall): unknown {
  const scanText: (argument: never) => unknown = SCANS[scan];
  return scanText(argument as never);
}
