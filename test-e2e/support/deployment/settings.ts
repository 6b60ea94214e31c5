import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { PROBE_NAMES } from "@veil/crypto";
import { REPOSITORY } from "./manifests.ts";

/** Packages that read settings of services and probes. */
const SHARED = ["packages/service-kit/src/tls"];
/** The package that reads settings of traces, and the services that may have them. */
const TRACING = { folder: "packages/tracing/src", services: ["audit", "edge-gateway"] };
/** Packages that read settings of every service, but of no probe. */
const SERVICES = ["packages/service-kit/src/http"];
const PROBES: readonly string[] = PROBE_NAMES;
const SUFFIXES = ["", "_FILE", "_CA_FILE", "_CLIENT_CERTIFICATE"];

export function readsSetting(service: string, setting: string): boolean {
  if (setting === "NODE_ENV") return true;
  const own = PROBES.includes(service)
    ? ["packages/isolation-probe/src"]
    : [`services/${service}/src`, ...SERVICES];
  const traced = TRACING.services.includes(service) ? [TRACING.folder] : [];
  const names = namesIn([...own, ...traced, ...SHARED]);
  return SUFFIXES.some(
    (suffix) =>
      setting.endsWith(suffix) && names.has(setting.slice(0, setting.length - suffix.length)),
  );
}

const cache = new Map<string, ReadonlySet<string>>();

function namesIn(folders: readonly string[]): ReadonlySet<string> {
  const key = folders.join();
  const known = cache.get(key);
  if (known !== undefined) return known;
  const names = new Set(folders.flatMap(sources).flatMap(literals));
  cache.set(key, names);
  return names;
}

function sources(folder: string): string[] {
  return readdirSync(path.join(REPOSITORY, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.contract)\.ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function literals(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/"([A-Z][A-Z0-9_]+)"/g)].map(([, name = ""]) => name);
}
