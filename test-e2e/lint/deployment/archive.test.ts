/** @all renders the manifests, with a program that Go builds unless one is installed */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import { parse } from "yaml";
import {
  ARCHIVE_SUBNET,
  addArchive,
  DEPLOY_GUIDE,
  guideBlock,
  guideCommands,
} from "../../support/deployment/deploy-guide.ts";
import {
  at,
  type Fields,
  listAt,
  type Manifest,
  parseManifests,
  titleOf,
} from "../../support/deployment/manifests.ts";
import { openMonokle } from "../../support/deployment/monokle.ts";
import {
  copyOfK8s,
  isolationFindings,
  NO_RENDERER,
  RENDERERS,
  runRenderer,
} from "../../support/deployment/renderer.ts";
import { strictProblems } from "../../support/deployment/strict-manifests.ts";
import { beyond, totalOf, usageOf } from "../../support/usage.ts";

const recipe = parse(guideBlock("expectations", "archive")) as Fields;
const canRender = (await runRenderer("--check")).code !== NO_RENDERER;
const DATABASES = [
  ["gateway-db", "veil-data"],
  ["audit-db", "veil-audit"],
] as const;

describeWhere(canRender, "An overlay with the component archive", RENDERERS, () => {
  const place = copyOfK8s();
  let text = "";
  let manifests: readonly Manifest[] = [];
  const find = (title: string) => manifests.find((manifest) => titleOf(manifest) === title);

  beforeAll(async () => {
    const copying =
      guideCommands(DEPLOY_GUIDE).find((block) => block.startsWith("mkdir my-cluster")) ?? "exit 1";
    expect(spawnSync("sh", ["-e"], { input: copying, cwd: place.folder }).status).toBe(0);
    place.write("my-cluster/manifest.json", "{}");
    place.write("my-cluster/release.json", "{}");
    addArchive(place);
    for (const name of ["moment", "replace-moment"])
      place.write(`${name}/kustomization.yaml`, guideBlock("kustomization", name));
    text = await place.render("my-cluster");
    manifests = parseManifests(text);
  });
  afterAll(place.remove);

  const atSubnet = {
    ...recipe,
    outside: { archive: { cidrs: [ARCHIVE_SUBNET], machines: true } },
  };

  test("has no unknown field and no violation of Pod Security, and leaves no example value", async () => {
    expect(await strictProblems(manifests)).toEqual([]);
    const monokle = await openMonokle();
    expect(await monokle.findingsIn(text)).toEqual([]);
    expect(text).not.toContain("objects.example.com");
  });

  test.each(DATABASES)("archives %s with a store and a Secret that exist", (name, namespace) => {
    const cluster = find(`Cluster ${namespace}/${name}`);
    expect(at(cluster, "spec", "plugins")).toEqual([
      {
        name: "barman-cloud.cloudnative-pg.io",
        isWALArchiver: true,
        parameters: { barmanObjectName: `${name}-archive` },
      },
    ]);
    expect(at(cluster, "spec", "postgresql", "parameters", "archive_timeout")).toBe("1min");
    const store = find(`ObjectStore ${namespace}/${name}-archive`);
    const credentials = at(store, "spec", "configuration", "s3Credentials") as Record<
      string,
      { name: string; key: string }
    >;
    const made = find(`ExternalSecret ${namespace}/${name}-archive`);
    const keys = listAt(made, "spec", "data").map((entry) => at(entry, "secretKey"));
    for (const { name: secret, key } of Object.values(credentials)) {
      expect(secret).toBe(at(made, "spec", "target", "name"));
      expect(keys).toContain(key);
    }
    const backup = find(`ScheduledBackup ${namespace}/${name}-archive`);
    expect(backup?.["spec"]).toMatchObject({
      method: "plugin",
      pluginConfiguration: { name: "barman-cloud.cloudnative-pg.io" },
      cluster: { name },
    });
  });

  test("encrypts what it stores, and never shares a bucket or a credential between the databases", () => {
    const stores = manifests.filter(({ kind }) => kind === "ObjectStore");
    expect(stores).toHaveLength(2);
    for (const store of stores)
      for (const part of ["wal", "data"])
        expect(at(store, "spec", "configuration", part, "encryption")).toBe("AES256");
    const of = (...fields: readonly string[]) =>
      new Set(stores.map((store) => at(store, "spec", "configuration", ...fields)));
    expect(of("destinationPath").size).toBe(2);
    const vault = manifests
      .filter(({ metadata }) => /-archive$/.test(metadata.name))
      .flatMap((manifest) => listAt(manifest, "spec", "data"))
      .map((entry) => at(entry, "remoteRef", "key"));
    expect(new Set(vault)).toEqual(
      new Set(["passwords/gateway-db-archive", "passwords/audit-db-archive"]),
    );
  });

  test("fits into the quotas with the plugin's container in each pod of a database, also while other pods are replaced", () => {
    for (const [name, namespace] of DATABASES) {
      const used = usageOf(manifests, "max").filter((one) => one.namespace === namespace);
      // Three instances, each with two CPUs for PostgreSQL and one for the plugin.
      const database = used.find((one) => one.name === name);
      expect(database?.totals["limits.cpu"]).toBe(9);
      const rolling = used.filter(({ kind }) => !kind.endsWith("Cluster"));
      const quota = at(find(`ResourceQuota ${namespace}/zone`), "spec", "hard") as Fields;
      expect([namespace, ...beyond(totalOf([...used, ...rolling]), quota)]).toEqual([namespace]);
    }
  });

  test("opens exactly the store to the databases", () => {
    expect(isolationFindings(text, "prod", atSubnet)).toEqual([]);
  });

  test("is refused by the check without the recipe, or when another pod may reach the store", () => {
    const edges = (from: string, more: Fields) =>
      isolationFindings(from, "prod", more).map(({ edge }) => edge);
    expect(edges(text, {})).toContain("veil-data/gateway-db -> private");
    const opened = text.replace(
      /(name: allow-audit-db-to-archive[\s\S]*?)key: cnpg\.io\/cluster\n(\s+)operator: In\n\s+values:\n\s+- audit-db\n\s+- audit-db-restored/,
      "$1key: app.kubernetes.io/name\n$2operator: Exists",
    );
    expect(opened).not.toBe(text);
    expect(edges(opened, atSubnet)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^veil-audit\/audit -> /)]),
    );
  });

  test("restores next to the running database to the moment in the guide, with the edges that this needs", async () => {
    const rendered = await place.render("moment");
    const restored = parseManifests(rendered);
    const cluster = restored.find(({ metadata }) => metadata.name === "gateway-db-restored");
    expect(at(cluster, "spec", "bootstrap", "recovery")).toEqual({
      database: "gateway",
      owner: "gateway_owner",
      secret: { name: "gateway-db-owner-login" },
      source: "archive",
      recoveryTarget: { targetTime: "2026-01-01 12:00:00+00" },
    });
    // It archives nothing: it would write into the archive that it reads.
    expect(at(cluster, "spec", "plugins")).toBeUndefined();
    expect(await strictProblems(restored)).toEqual([]);
    expect(isolationFindings(rendered, "prod", atSubnet)).toEqual([]);
  });

  test("replaces the database from its archive, and archives under a new name", async () => {
    const replaced = parseManifests(await place.render("replace-moment"));
    const cluster = replaced.find(
      ({ kind, metadata }) => kind === "Cluster" && metadata.name === "gateway-db",
    );
    const source = at(cluster, "spec", "externalClusters", 0, "plugin", "parameters");
    const own = at(cluster, "spec", "plugins", 0, "parameters");
    expect(source).toEqual({ barmanObjectName: "gateway-db-archive", serverName: "gateway-db" });
    expect(own).toEqual({ barmanObjectName: "gateway-db-archive", serverName: "gateway-db-2" });
    expect(await strictProblems(replaced)).toEqual([]);
  });
});
