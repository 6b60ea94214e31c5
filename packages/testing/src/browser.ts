import { existsSync } from "node:fs";
import { describeWhere } from "./infra.ts";

/** The path of Debian's package. */
const CHROMIUM = "/usr/bin/chromium";

/** Without Chromium, reports the suite as not run, or fails with `VEIL_TEST_INFRA=required`. */
export function describeInBrowser(name: string, suite: (launch: BrowserLaunch) => void): void {
  describeWhere(existsSync(CHROMIUM), name, CHROMIUM, () => suite(launchOptions()));
}

export interface BrowserLaunch {
  readonly executablePath: string;
  readonly args: string[];
}

/** The sandbox of Chromium refuses to run as root. */
function launchOptions(): BrowserLaunch {
  const isRoot = process.getuid?.() === 0;
  return { executablePath: CHROMIUM, args: isRoot ? ["--no-sandbox"] : [] };
}
