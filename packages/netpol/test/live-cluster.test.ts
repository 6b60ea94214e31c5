/** @all evaluates whole clusters about seventy times */
import { describe, expect, test } from "@jest/globals";
import { checkCluster } from "../src/checks/check.ts";
import { diffMatrices } from "../src/diff/diff.ts";
import { lintManifests } from "../src/lint/lint.ts";
import { type Fields, isFields } from "../src/manifests/fields.ts";
import { readCluster } from "../src/manifests/read-cluster.ts";
import { createMatrix } from "../src/matrix/matrix.ts";
import { metadataOf } from "./live/as-stored.ts";
import {
  ALL,
  asObjects,
  byHand,
  kubectlGet,
  liveObjects,
  PODS_ONLY,
  readKubectl,
  WITH_OPERATORS,
} from "./live/live-cluster.ts";
import { readMutants } from "./mutants.ts";
import { shippedExpectations, shippedObjects } from "./shipped.ts";

const VARIANTS = ["dev", "prod"] as const;
const PROD = liveObjects(shippedObjects("prod"));
const EXPECTED = shippedExpectations("prod");

function check(objects: readonly Fields[]) {
  return checkCluster(readCluster(asObjects(objects)), EXPECTED);
}

function breaches(objects: readonly Fields[]) {
  return check(objects).findings.map(({ check: name, edge }) => [name, edge]);
}

function relabeled(start: string, count: number, labels: Fields): readonly Fields[] {
  let left = count;
  return PROD.map((object) => {
    const metadata = metadataOf(object);
    const isMeant = object["kind"] === "Pod" && String(metadata["name"]).startsWith(start);
    if (!isMeant || left === 0) return object;
    left -= 1;
    const all = { ...(isFields(metadata["labels"]) ? metadata["labels"] : {}), ...labels };
    return { ...object, metadata: { ...metadata, labels: all } };
  });
}

describe.each(VARIANTS)("A live cluster of %s", (variant) => {
  const expectations = shippedExpectations(variant);
  const manifests = readCluster(shippedObjects(variant));
  const rendered = checkCluster(manifests, expectations);
  const objects = liveObjects(shippedObjects(variant));

  test.each([
    ["ns,all,networkpolicies", ALL],
    ["the same and the operators' resources", WITH_OPERATORS],
  ])(
    "a live cluster has the same findings, counts and edges as its manifests if kubectl gets %s",
    (_, kinds) => {
      const read = readKubectl(kubectlGet(objects, kinds));
      const cluster = readCluster(read);
      expect(cluster.live).toBe(true);
      // Ignores kindsNotRead, because manifests contain workloads and a live cluster contains pods.
      const { kindsNotRead } = rendered;
      expect({ ...checkCluster(cluster, expectations), kindsNotRead }).toEqual(rendered);
      expect(rendered.findings).toEqual([]);
      const matrices = [manifests, cluster].map((one) => createMatrix(one, expectations));
      const [before, after] = matrices;
      if (before === undefined || after === undefined) throw new Error("no matrix");
      expect(diffMatrices(before, after)).toEqual([]);
      const findings = lintManifests(read).filter(({ policy }) => !policy.includes(" shop/"));
      expect(findings).toEqual([]);
    },
  );

  test("a live cluster has no findings if kubectl gets only pods, and the notes name the Jobs that no longer exist", () => {
    const cluster = readCluster(readKubectl(kubectlGet(objects, PODS_ONLY)));
    const { findings, paths, notes } = checkCluster(cluster, expectations);
    expect(findings).toEqual([]);
    expect(paths).toEqual(rendered.paths);
    expect(notes.filter((note) => note.startsWith("missing"))).toEqual([
      "missing: gateway-migrate; its edges were not checked",
      "missing: audit-migrate; its edges were not checked",
    ]);
    expect(notes.filter((note) => note.startsWith("not checked"))).toHaveLength(4);
    expect(notes).toHaveLength(6);
  });
});

describe("check of a live cluster", () => {
  test.each(readMutants("prod"))(
    "mutant $name in a live cluster causes a finding with its edge",
    ({ apply, check: name, edge }) => {
      const mutated = liveObjects(apply(shippedObjects("prod")));
      expect(breaches(mutated)).toContainEqual([name, edge]);
    },
  );

  test("a manually added policy causes findings for the edges that it opens", () => {
    const opened = (namespace: string, direction: Fields) =>
      byHand({
        apiVersion: "networking.k8s.io/v1",
        kind: "NetworkPolicy",
        metadata: { name: "debug", namespace },
        spec: { podSelector: {}, ...direction },
      });
    const policies = [
      ...opened("veil-identity", { policyTypes: ["Egress"], egress: [{}] }),
      ...opened("veil-inference", { policyTypes: ["Ingress"], ingress: [{}] }),
    ];
    const found = check([...PROD, ...policies]).findings;
    const path = found.find(({ check: name }) => name === "sandboxes-apart");
    expect(path).toMatchObject({ edge: "veil-identity/bridge -> veil-inference/inference-worker" });
    expect(path?.policies).toEqual(["veil-identity/debug", "veil-inference/debug"]);
    expect(found.map(({ edge }) => edge)).toContain("veil-identity/bridge -> shop/bridge");
  });

  const STRAY = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "debug", namespace: "veil-inference", labels: {} },
    spec: { containers: [{ name: "debug", image: "debug" }] },
  };

  test("a pod with a workload's labels causes findings for the edges that it gets", () => {
    const labels = { "app.kubernetes.io/name": "egress-proxy" };
    const stray = byHand({ ...STRAY, metadata: { ...STRAY.metadata, labels } });
    expect(breaches([...PROD, ...stray])).toEqual(
      expect.arrayContaining([
        ["only-listed-edges", "veil-inference/inference-worker -> veil-inference/debug"],
        ["only-proxies-leave", "veil-inference/debug -> internet"],
      ]),
    );
  });

  test("a pod without open edges causes a note, but no finding", () => {
    const { findings, notes } = check([...PROD, ...byHand(STRAY)]);
    expect(findings).toEqual([]);
    expect(notes).toEqual([
      "unlisted: veil-inference/debug is in a zone, and no expected edge names it",
    ]);
  });

  test("a pod whose labels differ from its template is checked separately and causes a note", () => {
    const { findings, notes } = check(relabeled("bridge-", 1, { tier: "odd" }));
    expect(findings).toEqual([]);
    expect(notes).toEqual([
      "variant: veil-identity/bridge (tier=odd): 1 pod different from the template of veil-identity/bridge, checked as veil-identity/bridge",
    ]);
  });

  test("a pod with a changed label that a policy selects by causes findings for the edges that it loses", () => {
    const variant = "veil-identity/bridge (app.kubernetes.io/name=other)";
    const changed = relabeled("bridge-", 1, { "app.kubernetes.io/name": "other" });
    expect(breaches(changed)).toEqual(
      expect.arrayContaining([
        ["sandbox-equivalent", variant],
        ["listed-edges-open", `veil-edge/edge-gateway -> ${variant}`],
      ]),
    );
  });

  test("a pod that opens a path between the sandboxes causes a finding, even if its workload does not", () => {
    const changed = relabeled("sanitiser-", 1, { role: "debug" });
    const policy = (namespace: string, name: string, spec: Fields) =>
      byHand({
        apiVersion: "networking.k8s.io/v1",
        kind: "NetworkPolicy",
        metadata: { name, namespace },
        spec,
      });
    const podSelector = { matchLabels: { role: "debug" } };
    const policies = [
      ...policy("veil-sanitiser", "out", { podSelector, policyTypes: ["Egress"], egress: [{}] }),
      ...policy("veil-identity", "in", {
        podSelector: {},
        policyTypes: ["Ingress"],
        ingress: [{ from: [{ namespaceSelector: {}, podSelector }] }],
      }),
    ];
    const edges = breaches([...changed, ...policies]).map(([, edge]) => edge);
    expect(edges).toContain("veil-sanitiser/sanitiser (role=debug) -> veil-identity/bridge");
    expect(edges).not.toContain("veil-sanitiser/sanitiser -> veil-identity/bridge");
  });

  test("a pod on the node's network causes a finding only in a zone", () => {
    const spec = { ...STRAY.spec, hostNetwork: true };
    expect(breaches([...PROD, ...byHand({ ...STRAY, spec })])).toContainEqual([
      "policies-bind",
      "veil-inference/debug",
    ]);
    const elsewhere = { ...STRAY, metadata: { ...STRAY.metadata, namespace: "shop" }, spec };
    expect(check([...PROD, ...byHand(elsewhere)])).toMatchObject({ findings: [], notes: [] });
  });

  test("a DNS pod on the node's network causes a note, but no finding", () => {
    const cache = {
      ...STRAY,
      metadata: { name: "dns-1", namespace: "kube-system", labels: { "k8s-app": "kube-dns" } },
      spec: { ...STRAY.spec, hostNetwork: true },
    };
    expect(check([...PROD, ...byHand(cache)])).toMatchObject({
      findings: [],
      notes: [
        "on the node's network: kube-system/dns-1; the policies for kube-system/kube-dns do not match it",
      ],
    });
  });

  test.each([
    ["no policy selects by is merged with the first", { release: "two" }, 46],
    ["a policy selects by is checked separately", { "app.kubernetes.io/part-of": "two" }, 57],
  ])("a second Prometheus with a label that %s", (_, more, edges) => {
    const labels = { "app.kubernetes.io/name": "prometheus", ...more };
    const metadata = { name: "prometheus-2", namespace: "monitoring", labels };
    const { findings, counts } = check([...PROD, ...byHand({ ...STRAY, metadata })]);
    expect(findings).toEqual([]);
    expect(counts.edges).toBe(edges);
  });

  test("a pod of another namespace that a policy admits causes a finding with its name", () => {
    const loose = PROD.map((object) =>
      metadataOf(object)["name"] === "allow-prometheus-to-bridge"
        ? {
            ...object,
            spec: {
              podSelector: { matchLabels: { "app.kubernetes.io/name": "bridge" } },
              policyTypes: ["Ingress"],
              ingress: [{ from: [{ namespaceSelector: {} }], ports: [{ port: 9081 }] }],
            },
          }
        : object,
    );
    expect(breaches(loose)).toContainEqual([
      "sandbox-peers",
      "monitoring/grafana -> veil-identity/bridge",
    ]);
  });

  test.each([
    ["cilium.io/v2", "CiliumNetworkPolicy", "veil-data"],
    ["cilium.io/v2", "CiliumClusterwideNetworkPolicy", undefined],
    ["policy.networking.k8s.io/v1alpha1", "AdminNetworkPolicy", undefined],
    ["policy.networking.k8s.io/v1alpha1", "BaselineAdminNetworkPolicy", undefined],
  ])(
    "a policy of a kind that is not evaluated causes a finding: %s %s",
    (apiVersion, kind, namespace) => {
      const metadata = { name: "p", ...(namespace === undefined ? {} : { namespace }) };
      const found = check([...PROD, ...byHand({ apiVersion, kind, metadata, spec: {} })]).findings;
      expect(found).toEqual([
        {
          check: "policies-bind",
          edge: `${kind} ${namespace === undefined ? "" : `${namespace}/`}p`,
          message: "is a kind of policy that is not evaluated and may open anything",
          policies: [],
        },
      ]);
    },
  );

  test("a policy that is not evaluated causes only a note if its namespace is not a zone", () => {
    const metadata = { name: "p", namespace: "kube-system" };
    const policy = { apiVersion: "cilium.io/v2", kind: "CiliumNetworkPolicy", metadata, spec: {} };
    expect(check([...PROD, ...byHand(policy)])).toMatchObject({
      findings: [],
      notes: [
        "not evaluated: CiliumNetworkPolicy kube-system/p, in a namespace that is not a zone",
      ],
    });
  });

  test("checkCluster throws when a sandbox is missing", () => {
    const rest = PROD.filter(
      (object) => !String(metadataOf(object)["name"]).startsWith("bridge-probe"),
    );
    expect(() => check(rest)).toThrow(/bridge-probe is expected, but the input has no object/);
  });
});
