/** @all renders the manifests, with a program that Go builds unless one is installed */
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import {
  DEPLOY_GUIDE,
  guideBlock,
  guideCommands,
  SMALL_GUIDE,
  TRY_GUIDE,
} from "../../support/deployment/deploy-guide.ts";
import {
  at,
  listAt,
  type Manifest,
  parseManifests,
  renderedManifests,
  titleOf,
} from "../../support/deployment/manifests.ts";
import {
  copyOfK8s,
  isolationFindings,
  NO_RENDERER,
  RENDERERS,
  runRenderer,
} from "../../support/deployment/renderer.ts";
import { strictProblems } from "../../support/deployment/strict-manifests.ts";

const OURS = /^veil-/;
/** Objects that operators or an earlier step of the guide create. */
const MADE_ELSEWHERE = [
  "certificate/veil-gateway-ca in cert-manager",
  "cluster/gateway-db-restored in veil-data",
];

const FLUX = "k8s/flux/kustomizations.yaml";
const PATCHES = ["spec", "patches"];

const canRender = (await runRenderer("--check")).code !== NO_RENDERER;
const commands = guideCommands(DEPLOY_GUIDE);
const lines = commands.flatMap((block) => block.replaceAll("\\\n", " ").split("\n"));

describe("The commands of docs/deploy.md", () => {
  const ofAllGuides = [DEPLOY_GUIDE, SMALL_GUIDE, TRY_GUIDE].flatMap(guideCommands);
  test.each(ofAllGuides.map((block) => [block.split("\n")[0], block]))(
    "The commands of this and the other guides are valid shell syntax: %s",
    (_, block) => {
      const { status, stderr } = spawnSync("sh", ["-n"], { input: block, encoding: "utf8" });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    },
  );

  test("The guide's commands name only existing objects, in the correct namespaces", () => {
    const there = renderedManifests("prod").map(({ kind, metadata }) => ({
      kind: kind.toLowerCase(),
      at: `${metadata.name} in ${metadata.namespace}`,
    }));
    const kinds: Readonly<Record<string, string>> = { deploy: "deployment", svc: "service" };
    const named = [...DEPLOY_GUIDE.matchAll(/kubectl -n ([\w-]+) ([^\n`]*)/g)].flatMap(
      ([, namespace = "", rest = ""]) =>
        [...rest.matchAll(/\b(deploy|svc|job|cronjob|cluster|certificate)[/ ]([a-z][\w-]*)/g)].map(
          ([, kind = "", name]) => ({ kind, at: `${name} in ${namespace}` }),
        ),
    );
    const missing = named.filter(
      ({ kind, at: place }) =>
        OURS.test(place.split(" in ")[1] ?? "") &&
        !MADE_ELSEWHERE.includes(`${kind}/${place}`) &&
        !/^(?:sweep-now|reseal) /.test(place) &&
        !there.some((one) => one.kind === (kinds[kind] ?? kind) && one.at === place),
    );
    expect(named.length).toBeGreaterThan(25);
    expect(missing).toEqual([]);
  });

  test("The guide's commands select only pods that exist", () => {
    const labels = new Set(
      renderedManifests("prod").map(
        ({ metadata }) => metadata.labels?.["app.kubernetes.io/component"],
      ),
    );
    const selected = lines.flatMap((line) =>
      [...line.matchAll(/component(?:=([\w-]+)| in \(([^)]*)\))/g)].flatMap(([, one, list = ""]) =>
        one === undefined ? list.split(", ") : [one],
      ),
    );
    expect(selected.length).toBeGreaterThan(8);
    expect(selected.filter((one) => !labels.has(one))).toEqual([]);
  });

  test("The guide's commands do not change the files of the release", () => {
    expect(lines.filter((line) => /^cd k8s/.test(line))).toEqual([]);
  });
});

describeWhere(canRender, "The overlays that docs/deploy.md shows", RENDERERS, () => {
  const place = copyOfK8s();
  const render = async (name: string) => {
    const text = await place.render(name);
    return { text, manifests: parseManifests(text) };
  };
  const find = (manifests: readonly Manifest[], kind: string, name: string) =>
    manifests.find((one) => one.kind === kind && one.metadata.name === name);

  beforeAll(() => {
    const copying = commands.find((block) => block.startsWith("mkdir my-cluster")) ?? "exit 1";
    expect(spawnSync("sh", ["-e"], { input: copying, cwd: place.folder }).status).toBe(0);
    const file = "my-cluster/addresses/addresses.yaml";
    const addresses = readFileSync(path.join(place.folder, file), "utf8");
    place.write(file, addresses.replace("192.0.2.1/32", "10.0.0.10/32"));
    place.write("my-cluster/manifest.json", '{"signed": "by two"}');
    place.write("my-cluster/release.json", '{"images": {}, "network_policy_sha256": null}');
    for (const name of ["my-cluster", "restore", "replace", "waves"])
      place.write(`${name}/kustomization.yaml`, guideBlock("kustomization", name));
  });
  afterAll(place.remove);

  test("The guide's overlays set every required value, and open no additional connection", async () => {
    const { text, manifests } = await render("my-cluster");
    expect(text).not.toContain("example.com/\n");
    expect(text.match(/(gateway|vault)\.example\.com|to-be-set/g)).toBeNull();
    expect(text).toContain('{"signed": "by two"}');
    for (const database of ["gateway-db", "audit-db"]) {
      const policy = find(manifests, "NetworkPolicy", `allow-${database}-to-api-server`);
      expect(at(policy, "spec", "egress", 0, "to", 0, "ipBlock", "cidr")).toBe("10.0.0.10/32");
    }
    const bridge = find(manifests, "Deployment", "bridge");
    expect(at(bridge, "spec", "template", "spec", "containers", 0, "image")).toMatch(
      /^registry\.example\.com\/veil-gateway\/bridge@sha256:/,
    );
    expect(await strictProblems(manifests)).toEqual([]);
    expect(isolationFindings(text)).toEqual([]);
  });

  test("The guide's overlay restores a backup as a second database, under policies that allow it to start", async () => {
    const { text, manifests } = await render("restore");
    const snapshots = at(
      find(manifests, "Cluster", "gateway-db-restored"),
      ...["spec", "bootstrap", "recovery", "volumeSnapshots"],
    );
    expect(at(snapshots, "storage", "name")).toBe("gateway-db-20260101021500");
    expect(at(snapshots, "walStorage", "name")).toBe("gateway-db-20260101021500-wal");
    const chosen = manifests.filter(
      ({ metadata }) => metadata.labels?.["app.kubernetes.io/name"] === "gateway-db-restored",
    );
    expect(chosen.map(({ kind }) => kind).sort()).toEqual([
      "Cluster",
      ...Array.from({ length: 4 }, () => "NetworkPolicy"),
    ]);
    expect(await strictProblems(manifests)).toEqual([]);
    expect(isolationFindings(text)).toEqual([]);
  });

  test("The guide's overlay replaces the database with its backup, and changes nothing else", async () => {
    const { manifests } = await render("replace");
    const spec = at(find(manifests, "Cluster", "gateway-db"), "spec") as Record<string, unknown>;
    const shipped = at(find(renderedManifests("prod"), "Cluster", "gateway-db"), "spec");
    expect({ ...spec, bootstrap: at(shipped, "bootstrap") }).toEqual(shipped);
    expect(Object.keys(spec["bootstrap"] as object)).toEqual(["recovery"]);
    expect(await strictProblems(manifests)).toEqual([]);
  });

  test("The guide's overlay for Argo CD puts the audit service after the migrations, and the gateway with its autoscaler after the audit service", async () => {
    const { manifests } = await render("waves");
    const waves = manifests.flatMap((manifest) => {
      const wave = at(manifest, "metadata", "annotations", "argocd.argoproj.io/sync-wave");
      return wave === undefined ? [] : [`${manifest.kind} ${manifest.metadata.name}: ${wave}`];
    });
    expect(waves.sort()).toEqual([
      "Deployment audit: 1",
      "Deployment edge-gateway: 2",
      "HorizontalPodAutoscaler edge-gateway: 2",
    ]);
    expect(await strictProblems(manifests)).toEqual([]);
  });
});

describeWhere(canRender, "The Kustomizations for Flux", RENDERERS, () => {
  const place = copyOfK8s();
  const flux = parseManifests(readFileSync(path.join(place.folder, FLUX), "utf8"));
  const [servers, gateway] = flux;
  /** Renders as Flux does, which appends the patches to the kustomization in the folder. */
  const render = async (kustomization: Manifest | undefined) => {
    const overlay = {
      resources: ["../k8s/overlays/prod"],
      patches: listAt(kustomization, ...PATCHES),
    };
    const folder = String(at(kustomization, "spec", "path"));
    place.write(`${folder}/kustomization.yaml`, JSON.stringify(overlay));
    return parseManifests(await place.render(folder));
  };
  afterAll(place.remove);

  test("The second Kustomization waits for the first one, which is ready when all its objects are", () => {
    expect(flux).toHaveLength(2);
    expect(listAt(servers, "spec", "dependsOn")).toEqual([]);
    expect(listAt(gateway, "spec", "dependsOn")).toEqual([{ name: servers?.metadata.name }]);
    for (const { metadata, spec } of flux) {
      expect(metadata.namespace).toBe("flux-system");
      expect(spec).toMatchObject({ wait: true, prune: true, path: "./my-cluster" });
    }
  });

  test("Each object of the overlay is in exactly one Kustomization, and the gateway with its autoscaler in the second one", async () => {
    const [first, second] = [await render(servers), await render(gateway)];
    const titles = [...first, ...second].map(titleOf);
    expect(titles.toSorted()).toEqual(renderedManifests("prod").map(titleOf).toSorted());
    expect(second.map(titleOf).toSorted()).toEqual([
      "Deployment veil-edge/edge-gateway",
      "HorizontalPodAutoscaler veil-edge/edge-gateway",
      "PodDisruptionBudget veil-edge/edge-gateway",
      "Service veil-edge/edge-gateway",
      "ServiceAccount veil-edge/edge-gateway",
    ]);
  });

  test("Flux deletes no ConfigMap, because pods of the previous release read theirs until they are replaced", async () => {
    const settings = (await render(servers)).filter(({ kind }) => kind === "ConfigMap");
    const kept = settings.filter(
      ({ metadata }) => metadata.annotations?.["kustomize.toolkit.fluxcd.io/prune"] === "disabled",
    );
    expect(settings.length).toBeGreaterThan(5);
    expect(kept).toEqual(settings);
  });
});

describe("The script that deletes old backups", () => {
  const place = copyOfK8s();
  afterAll(place.remove);
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
  const row = (age: number, backup: string, part = "") =>
    `${days(age).slice(0, 19)}Z ${backup}${part} ${backup} content-${backup}${part}`;

  function expire(gateway: readonly string[], audit: readonly string[]): readonly string[] {
    place.write("gateway-db", gateway.map((line) => `${line}\n`).join(""));
    place.write("audit-db", audit.map((line) => `${line}\n`).join(""));
    place.write("done", "");
    place.write(
      "bin/kubectl",
      `#!/bin/sh\ncase "$*" in\n*" get volumesnapshots -l cnpg.io/cluster=gateway-db "*) cat gateway-db;;\n*" get volumesnapshots -l cnpg.io/cluster=audit-db "*) cat audit-db;;\n*) echo "$*" >> done;;\nesac\n`,
    );
    chmodSync(path.join(place.folder, "bin/kubectl"), 0o755);
    const { status, stderr } = spawnSync("sh", ["-e"], {
      input: `PATH=$PWD/bin:$PATH\n${guideBlock("script", "expire")}`,
      cwd: place.folder,
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return readFileSync(path.join(place.folder, "done"), "utf8").split("\n").slice(0, -1);
  }

  test("The clean-up script deletes both parts of each expired backup, with their storage, and no other backup", () => {
    const commands = expire(
      [row(40, "a"), row(40, "a", "-wal"), row(29, "b"), row(29, "b", "-wal"), row(1, "c")],
      [row(31, "d"), row(2, "e")],
    );
    const deletions = commands.filter((line) => line.includes(" delete volumesnapshot "));
    expect(deletions).toEqual([
      "-n veil-data delete volumesnapshot a",
      "-n veil-data delete volumesnapshot a-wal",
      "-n veil-audit delete volumesnapshot d",
    ]);
    const stored = commands.filter((line) => line.startsWith("patch volumesnapshotcontent"));
    expect(stored).toEqual(
      ["content-a", "content-a-wal", "content-d"].map(
        (content) =>
          `patch volumesnapshotcontent ${content} --type=merge --patch={"spec":{"deletionPolicy":"Delete"}}`,
      ),
    );
    expect(commands).toContain(
      "-n veil-audit delete backup.postgresql.cnpg.io d --ignore-not-found",
    );
  });

  test("The clean-up script keeps the newest backup, at any age", () => {
    const commands = expire([row(50, "a"), row(40, "b"), row(40, "b", "-wal")], []);
    expect(commands.filter((line) => line.includes(" delete volumesnapshot "))).toEqual([
      "-n veil-data delete volumesnapshot a",
    ]);
  });
});
