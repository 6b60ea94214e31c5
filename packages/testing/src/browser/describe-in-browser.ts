import { existsSync } from "node:fs";
import { describeWhere } from "../infra.ts";

/** The path in Debian's package. */
const CHROMIUM = "/usr/bin/chromium";

/**
 * Defines a suite that needs Chromium. If it is missing, the suite is reported as not run, or fails
 * with `VEIL_TEST_INFRA=required`.
 */
export function describeInBrowser(name: string, suite: (launch: BrowserLaunch) => void): void {
  describeWhere(existsSync(CHROMIUM), name, CHROMIUM, () => suite(launchOptions()));
}

export interface BrowserLaunch {
  readonly executablePath: string;
  readonly args: string[];
}

/** Returns the launch options. Chromium's sandbox refuses to run as root. */
function launchOptions(): BrowserLaunch {
  const isRoot = process.getuid?.() === 0;
  return { executablePath: CHROMIUM, args: isRoot ? ["--no-sandbox"] : [] };
}
