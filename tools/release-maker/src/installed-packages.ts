import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseJson } from "@veil/contracts/parsing";

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
}

/** Returns each package in the `node_modules` folders below a folder once, sorted. */
export function installedPackages(folder: string): readonly InstalledPackage[] {
  const found = new Map(packagesBelow(folder).map((one) => [`${one.name}@${one.version}`, one]));
  return [...found].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, one]) => one);
}

function packagesBelow(folder: string): readonly InstalledPackage[] {
  const inModules = /(^|\/)node_modules(\/@[^/]+)?$/.test(folder);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const at = path.join(folder, name);
      const isPackage = inModules && !name.startsWith("@") && !name.startsWith(".");
      return [...(isPackage ? [packageAt(at)] : []), ...packagesBelow(at)];
    });
}

function packageAt(folder: string): InstalledPackage {
  const text = readFileSync(path.join(folder, "package.json"));
  const { name, version, license } = parseJson(text) as Readonly<Record<string, unknown>>;
  if (typeof name !== "string" || typeof version !== "string")
    throw new Error(`${folder}/package.json has no name or version`);
  return { name, version, license: typeof license === "string" ? license : undefined };
}
