import { readFileSync } from "node:fs";

const PACKAGE = new URL("../../package.json", import.meta.url);

/** The version of this program. */
export const VERSION: string = versionIn(JSON.parse(readFileSync(PACKAGE, "utf8")));

function versionIn({ version }: { readonly version: string }): string {
  return version;
}
