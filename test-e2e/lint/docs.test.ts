import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { OPERATIONS } from "@veil/contracts/openapi";
import { EnvReader } from "@veil/service-kit/config";
import { readServiceKeys, readServiceSettings } from "@veil/service-kit/http";
import { readBrokerUrl, readPublicTls, readServerTls } from "@veil/service-kit/tls";
import { readTracing } from "@veil/tracing";
import { parse } from "yaml";
import {
  brokenLinks,
  documents,
  ROOT_DOCUMENTS,
  readDocument,
} from "../support/deployment/markdown.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const services = readdirSync(path.join(ROOT, "services"));

/**
 * Functions of packages that read settings for a service: the text of a call in the service's code,
 * and the function.
 */
const SHARED: readonly (readonly [text: string, read: (read: EnvReader) => unknown])[] = [
  ["readServiceSettings(read", (read) => readServiceSettings(read, { port: 1, opsPort: 2 })],
  ["readServiceKeys(read", (read) => readServiceKeys(read, "bridge")],
  ["readPublicTls(read)", readPublicTls],
  ["readBrokerUrl(read)", readBrokerUrl],
  ["readTracing(read)", readTracing],
  [
    'readServerTls(read, "REDIS"',
    (read) => readServerTls(read, "REDIS", "", ["redis:", "rediss:"]),
  ],
];

/** Settings without which others are not read. */
const GIVEN: Readonly<Record<string, string>> = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector" };

function namesThat(read: (read: EnvReader) => unknown): string[] {
  const names = new Set<string>();
  const env = new Proxy(GIVEN, {
    get(given, name) {
      names.add(String(name));
      return given[String(name)];
    },
  });
  read(new EnvReader(env));
  return [...names].filter(
    (name) => !names.has(name.replace(/_FILE$/, "")) || !/_FILE$/.test(name),
  );
}

function settingsRead(service: string): Set<string> {
  const names = new Set<string>();
  for (const file of sources(path.join(ROOT, "services", service, "src"))) {
    const text = readFileSync(file, "utf8");
    for (const [, name = ""] of text.matchAll(
      /(?:\.\s*(?:string|optional|integer|boolean|oneOf|url|list|secret|optionalSecret|file|parsedFile|parsedSecret)\(|readUrl\(env,|readOperatorKeys\(\s*read,|readDatabaseUrl\(\s*read,|readPinned\(\s*read,|CA_FILE =)\s*"([A-Z0-9_]+)"/g,
    ))
      names.add(name);
    for (const [helper, read] of SHARED)
      if (text.includes(helper)) for (const name of namesThat(read)) names.add(name);
  }
  // Every Node program reads this variable.
  names.delete("NODE_ENV");
  return names;
}

/** Treats `NAME_FILE` for a secret `NAME` as the same setting. */
function settingsDocumented(service: string, read: ReadonlySet<string>): Set<string> {
  const text = readFileSync(path.join(ROOT, "services", service, "README.md"), "utf8");
  const [, section = ""] = /^## Settings$([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text) ?? [];
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  const firstCells = rows.map((row) => row.split("|")[1] ?? "");
  const names = firstCells.flatMap((cell) =>
    [...cell.matchAll(/`([A-Z][A-Z0-9_]+)(?:\(_FILE\))?`/g)].map(([, name = ""]) => name),
  );
  return new Set(names.map((name) => (read.has(name) ? name : name.replace(/_FILE$/, ""))));
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.contract)\.ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

describe.each(services)("README of %s", (service) => {
  test("The README documents every setting that the service reads, and no other setting", () => {
    const read = settingsRead(service);
    expect(read.size).toBeGreaterThan(5);
    expect([...settingsDocumented(service, read)].sort()).toEqual([...read].sort());
  });
});

test("The gateway's README lists each endpoint of the API", () => {
  const text = readDocument("services/edge-gateway/README.md");
  const paths = new Set(OPERATIONS.map((operation) => operation.path));
  const missing = [...paths].filter(
    (name) =>
      !/^\/api\/v1\/(admin|website)\//.test(name) &&
      !text.includes(`${name}\``) &&
      !text.includes(`\`/${path.basename(name)}\``),
  );
  expect(missing).toEqual([]);
});

test("Every link in a document leads to an existing file and heading", () => {
  const all = documents();
  expect(all.length).toBeGreaterThan(80);
  const broken = all.map((document) => [document, brokenLinks(document)] as const);
  expect(broken.filter(([, targets]) => targets.length > 0)).toEqual([]);
});

test.each(ROOT_DOCUMENTS)("The paths that %s names exist", (document) => {
  const paths = readDocument(document).matchAll(
    /`((?:services|packages|tools|test-e2e|docs|scripts)\/[\w./-]+)`/g,
  );
  const missing = [...paths]
    .map(([, name = ""]) => name)
    .filter((name) => !existsSync(path.join(ROOT, name)));
  expect(missing).toEqual([]);
});

/** Returns the folders of `pnpm-workspace.yaml`. */
function workspaces(): string[] {
  const { packages } = parse(readDocument("pnpm-workspace.yaml")) as { packages: string[] };
  const folders = packages.flatMap((pattern) =>
    pattern.endsWith("/*")
      ? readdirSync(path.join(ROOT, path.dirname(pattern))).map(
          (name) => `${path.dirname(pattern)}/${name}`,
        )
      : [pattern],
  );
  return folders.filter((folder) => existsSync(path.join(ROOT, folder, "package.json")));
}

test("The index of packages lists each workspace once, with a link to its README if it has one", () => {
  const rows = readDocument("packages/README.md").matchAll(
    /^\| (?:\[`([\w-]+)`\]\((\S+)\)|`([\w-]+)`) \|/gm,
  );
  const named = [...rows].map(([, linked = "", link, plain = linked]) => `${plain} ${link}`);
  const expected = workspaces().map((folder) => {
    const readme = path.relative("packages", `${folder}/README.md`);
    const link = existsSync(path.join(ROOT, folder, "README.md")) ? readme : undefined;
    return `${path.basename(folder)} ${link}`;
  });
  expect(named.sort()).toEqual(expected.sort());
});
