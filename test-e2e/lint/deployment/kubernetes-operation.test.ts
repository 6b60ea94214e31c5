/** @all renders the manifests, with a program that Go builds unless one is installed */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { checkCluster, readCluster, readExpectations, readYamlDocuments } from "@veil/netpol";
import { describeWhere } from "@veil/testing";
import { parse, stringify } from "yaml";
import {
  DEPLOY_GUIDE,
  guideBlock,
  guideCommands,
  TRY_GUIDE,
} from "../../support/deployment/deploy-guide.ts";
import {
  at,
  type Fields,
  listAt,
  type Manifest,
  parseManifests,
  podsOf,
  REPOSITORY,
  renderedManifests,
  titleOf,
  VARIANTS,
} from "../../support/deployment/manifests.ts";
import {
  copyOfK8s,
  NO_RENDERER,
  RENDERERS,
  runRenderer,
} from "../../support/deployment/renderer.ts";
import { beyond, totalOf, usageOf } from "../../support/usage.ts";

const prod = renderedManifests("prod");
const dev = renderedManifests("dev");
const ofKind = (manifests: readonly Manifest[], kind: string) =>
  manifests.filter((manifest) => manifest.kind === kind);
/** The variants whose databases, broker and Redis run in the cluster. */
const WITH_SERVERS = VARIANTS.filter((variant) => variant !== "small");
const canRender = (await runRenderer("--check")).code !== NO_RENDERER;

describe("When a zone or node is lost", () => {
  test("each database of prod has its instances in different zones, by a label that the operator's Jobs have too", () => {
    const clusters = ofKind(prod, "Cluster");
    expect(clusters).toHaveLength(2);
    for (const { metadata, spec } of clusters)
      expect(at(spec, "topologySpreadConstraints")).toEqual([
        {
          maxSkew: 1,
          topologyKey: "topology.kubernetes.io/zone",
          whenUnsatisfiable: "DoNotSchedule",
          labelSelector: { matchLabels: { "cnpg.io/cluster": metadata.name } },
        },
      ]);
  });

  test("a database of dev runs on a node without a zone", () => {
    for (const { spec } of ofKind(dev, "Cluster"))
      expect(at(spec, "topologySpreadConstraints")).toBeUndefined();
  });

  test("the broker's pods prefer different zones", () => {
    const [broker] = ofKind(prod, "RabbitmqCluster");
    expect(
      at(broker, ...["spec", "override", "statefulSet", "spec", "template", "spec"]),
    ).toMatchObject({
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: "topology.kubernetes.io/zone",
          whenUnsatisfiable: "ScheduleAnyway",
        },
      ],
    });
  });

  test.each(WITH_SERVERS)(
    "databases, broker and Redis of %s may preempt other pods, and nothing else has a priority",
    (variant) => {
      const manifests = renderedManifests(variant);
      const [priority, ...more] = ofKind(manifests, "PriorityClass");
      expect(more).toEqual([]);
      expect(priority?.["value"]).toBeGreaterThan(0);
      expect(priority?.["globalDefault"]).toBeUndefined();
      const prioritized = manifests.filter((manifest) =>
        JSON.stringify(manifest).includes(`"priorityClassName":"${priority?.metadata.name}"`),
      );
      expect(prioritized.map(titleOf).sort()).toEqual([
        "Cluster veil-audit/audit-db",
        "Cluster veil-data/gateway-db",
        "Deployment veil-data/redis",
        "RabbitmqCluster veil-data/rabbitmq",
      ]);
      expect(JSON.stringify(manifests).match(/"priorityClassName"/g)).toHaveLength(4);
    },
  );

  test("none of our pods in prod waits for its node to return, because none belongs to a StatefulSet or has a volume claim", () => {
    expect(ofKind(prod, "StatefulSet")).toEqual([]);
    expect(JSON.stringify(prod)).not.toMatch(/persistentVolumeClaim|volumeClaimTemplates/);
    const deployment = ofKind(prod, "Deployment").find(
      ({ metadata }) => metadata.name === "veil-signer",
    );
    expect(at(deployment, "spec", "strategy", "rollingUpdate", "maxUnavailable")).toBe(0);
  });

  test("every PodDisruptionBudget allows the eviction of pods that are not ready, so that no drain waits for them", () => {
    const files = VARIANTS.flatMap((variant) => renderedManifests(variant));
    const options = ["shield/shield-proxy.yaml", "sign-in/sign-in-proxy.yaml"].flatMap((file) =>
      parseManifests(readFileSync(path.join(REPOSITORY, "k8s/components", file), "utf8")),
    );
    const budgets = ofKind([...files, ...options], "PodDisruptionBudget");
    expect(budgets.length).toBeGreaterThanOrEqual(32);
    for (const budget of budgets)
      expect([titleOf(budget), at(budget, "spec", "unhealthyPodEvictionPolicy")]).toEqual([
        titleOf(budget),
        "AlwaysAllow",
      ]);
  });
});

describe("Capacity", () => {
  test("every quota of prod allows twice the largest number of pods, as in a rollout while old pods terminate", () => {
    const quotas = ofKind(prod, "ResourceQuota");
    expect(quotas).toHaveLength(7);
    for (const { metadata, spec } of quotas) {
      const used = usageOf(prod, "max").filter(({ namespace }) => namespace === metadata.namespace);
      // The operators of databases and broker replace one pod at a time.
      const rolling = used.filter(({ kind }) => !kind.endsWith("Cluster"));
      const lacking = beyond(totalOf([...used, ...rolling]), at(spec, "hard") as Fields);
      expect([metadata.namespace, ...lacking]).toEqual([metadata.namespace]);
    }
  });

  test.each([
    ["dev", TRY_GUIDE],
    ["prod", DEPLOY_GUIDE],
  ])(
    "the guide that installs %s states how much CPU and memory its pods request",
    (variant, guide) => {
      const standing = usageOf(renderedManifests(variant), "min").filter(
        ({ kind }) => !kind.endsWith("Job"),
      );
      const { "requests.cpu": cpu, "requests.memory": memory } = totalOf(standing);
      const size = `${cpu.toFixed(1)} CPU and ${(memory / 2 ** 30).toFixed(1)} GiB`;
      expect(guide).toContain(`pods of overlay \`${variant}\` request ${size}`);
    },
  );

  test("dev runs one replica of each workload", () => {
    const counts = usageOf(dev, "min").map(({ name, count }) => [name, count]);
    expect(counts.length).toBeGreaterThan(15);
    expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
  });
});

describeWhere(canRender, "A migration Job", RENDERERS, () => {
  const namesIn = (manifests: readonly Manifest[]) =>
    ofKind(manifests, "Job").map(({ metadata }) => metadata.name);
  const shipped = namesIn(prod);
  const render = async (change: Fields) => {
    const place = copyOfK8s();
    try {
      const overlay = { resources: ["../k8s/overlays/prod"], ...change };
      place.write("mine/kustomization.yaml", JSON.stringify(overlay));
      return namesIn(parseManifests(await place.render("mine")));
    } finally {
      place.remove();
    }
  };

  test("A migration Job gets a new name when its image changes, and keeps its name otherwise", async () => {
    expect(shipped).toEqual([
      expect.stringMatching(/^audit-migrate-[a-z0-9]{10}$/),
      expect.stringMatching(/^gateway-migrate-[a-z0-9]{10}$/),
    ]);
    expect(await render({ images: [{ name: "veil-gateway/bridge", newTag: "0.2.0" }] })).toEqual(
      shipped,
    );
    const images = [{ name: "veil-gateway/edge-gateway", digest: `sha256:${"0".repeat(64)}` }];
    const [audit, gateway] = await render({ images });
    expect(audit).toBe(shipped[0]);
    expect(gateway).toMatch(/^gateway-migrate-[a-z0-9]{10}$/);
    expect(gateway).not.toBe(shipped[1]);
  });

  test("A migration Job gets a new name when its template changes, because Kubernetes refuses to change the template of a Job", async () => {
    const patch = "- { op: replace, path: /spec/template/spec/enableServiceLinks, value: true }";
    const names = await render({ patches: [{ target: { kind: "Job" }, patch }] });
    expect(names).toHaveLength(2);
    expect(names.filter((name) => shipped.includes(name))).toEqual([]);
  });

  test("A migration Job is kept when it has completed, because otherwise a GitOps controller would create it again", () => {
    for (const { spec } of ofKind(prod, "Job"))
      expect(at(spec, "ttlSecondsAfterFinished")).toBeUndefined();
  });

  test("A migration Job is not deleted by the upgrade, which waits for the Job by its label", () => {
    const upgrade =
      guideCommands(DEPLOY_GUIDE).find((block) => block.startsWith("mv all.yaml")) ?? "";
    expect(upgrade).not.toMatch(/delete job/);
    for (const namespace of ["veil-data", "veil-audit"])
      expect(upgrade).toMatch(
        new RegExp(`kubectl -n ${namespace} wait job -l \\S+=migration --for=condition=Complete`),
      );
  });
});

describe("The guide", () => {
  test("The guide prunes objects that a release no longer has, of every kind that opens, runs or publishes something", () => {
    const upgrade = guideCommands(DEPLOY_GUIDE).find((block) => block.includes("--prune ")) ?? "";
    expect(upgrade).toContain("-l app.kubernetes.io/part-of=veil-gateway");
    const pruned = [...upgrade.matchAll(/--prune-allowlist=(\S+)\/(\w+)\/(\w+)/g)].map(
      ([, group, version, kind]) => `${group === "core" ? "" : `${group}/`}${version} ${kind}`,
    );
    const shipped = new Set(prod.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`));
    expect(pruned.filter((kind) => !shipped.has(kind))).toEqual([]);
    const running = new Set(podsOf(prod).map(({ manifest }) => manifest.kind));
    for (const kind of [...running, "NetworkPolicy", "Service", "ServiceAccount"])
      expect(pruned.map((one) => one.split(" ")[1])).toContain(kind);
  });

  test("The guide deletes the broker's topology before the broker when the product is uninstalled", () => {
    const uninstall = guideCommands(DEPLOY_GUIDE).find((block) =>
      block.startsWith("kubectl delete -f all.yaml"),
    );
    expect(uninstall?.split("\n").slice(0, 2)).toEqual([
      "kubectl delete -f all.yaml -l app.kubernetes.io/component=topology",
      "kubectl delete -f all.yaml --ignore-not-found",
    ]);
  });

  test("The guide reads the part of a snapshot from the annotation that the operator writes", () => {
    expect(DEPLOY_GUIDE).not.toMatch(/-L \S*cnpg\.io\/pvcRole/);
    expect(DEPLOY_GUIDE).toContain(".metadata.annotations.cnpg\\.io/pvcRole");
  });

  test("The guide states that a cluster can have only one installation", () => {
    expect(DEPLOY_GUIDE).toMatch(/^Install Veil Gateway only once per cluster\./m);
  });
});

test("A second apply changes nothing in the broker, because the override has the empty resources that its operator writes", () => {
  for (const variant of WITH_SERVERS) {
    const [broker] = ofKind(renderedManifests(variant), "RabbitmqCluster");
    const pod = at(broker, ...["spec", "override", "statefulSet", "spec", "template", "spec"]);
    const containers = ["containers", "initContainers"].flatMap((list) => listAt(pod, list));
    expect(containers).toHaveLength(2);
    for (const container of containers) expect(at(container, "resources")).toEqual({});
  }
});

describeWhere(canRender, "The recipe for NodeLocal DNSCache", RENDERERS, () => {
  const file = path.join(REPOSITORY, "k8s/isolation.yaml");
  const check = async (changed: (expected: Fields, recipe: Fields) => Fields) => {
    const place = copyOfK8s();
    try {
      const { patches } = parse(guideBlock("kustomization", "node-local-dns")) as Fields;
      const overlay = JSON.stringify({ resources: ["../k8s/overlays/prod"], patches });
      place.write("mine/kustomization.yaml", overlay);
      const cluster = readCluster(readYamlDocuments(await place.render("mine"), "mine"));
      const recipe = parse(guideBlock("expectations", "node-local-dns")) as Fields;
      const expected = changed(parse(readFileSync(file, "utf8")) as Fields, recipe);
      return checkCluster(cluster, readExpectations(stringify(expected), file, "prod")).findings;
    } finally {
      place.remove();
    }
  };
  const withZone = (expected: Fields, recipe: Fields) => ({
    ...expected,
    outside: { ...(expected["outside"] as Fields), ...(recipe["outside"] as Fields) },
  });

  test("The recipe opens the node's DNS cache to the pods that may look up names, and opens nothing else", async () => {
    const findings = await check((expected, recipe) => ({
      ...withZone(expected, recipe),
      edges: [...listAt(expected, "edges"), ...listAt(recipe, "edges")],
    }));
    expect(findings).toEqual([]);
  });

  test("When the recipe's edge is missing, then the check names each pod that may look up names", async () => {
    const findings = await check(withZone);
    const pods = new Set(findings.map(({ edge }) => edge.split(" -> ")[0]));
    expect([...pods].sort()).toEqual([
      "veil-audit/audit-db",
      "veil-audit/audit-proxy",
      "veil-data/gateway-db",
      "veil-data/rabbitmq",
      "veil-inference/egress-proxy",
    ]);
  });
});
