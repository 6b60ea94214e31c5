/** @heavy runs a Kubernetes control plane, which Go builds */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeWhere, until } from "@veil/testing";
import { at, titleOf } from "../support/deployment/manifests.ts";
import type { GuideFolder } from "../support/deployment/renderer.ts";
import {
  conditionOf,
  getObjects,
  incomplete,
  KUBECONFIG,
  kubectl,
  MISSING,
  productObjects,
  runScript,
  setZone,
} from "../support/kubernetes/cluster.ts";
import { follow, install, PROD, SMALL, UNINSTALLING } from "../support/kubernetes/installations.ts";

const ZONE = "topology.kubernetes.io/zone";

/** Returns the zones of the ready pods of each StatefulSet, whose pods vote: databases and broker. */
async function zonesOfVoters(): Promise<ReadonlyMap<string, readonly string[]>> {
  const nodes = await getObjects("nodes");
  const zones = new Map(nodes.map(({ metadata }) => [metadata.name, metadata.labels?.[ZONE]]));
  const pods = await getObjects("pods", "-A");
  const ready = pods.filter((pod) => conditionOf(pod, "Ready") === "True");
  const sets = await getObjects("statefulsets", "-A");
  return new Map(
    sets.map((set) => {
      const uid = at(set, "metadata", "uid");
      const own = ready.filter((pod) => at(pod, "metadata", "ownerReferences", 0, "uid") === uid);
      return [
        titleOf(set),
        own.map((pod) => zones.get(String(at(pod, "spec", "nodeName"))) ?? "none").toSorted(),
      ];
    }),
  );
}

/** Drains each node in turn, and returns what was refused, or was not complete afterwards. */
async function drainEachNode({ folder }: GuideFolder): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { metadata } of await getObjects("nodes")) {
    const options = "--ignore-daemonsets --delete-emptydir-data --timeout=60s";
    const { refusals } = await runScript(`kubectl drain ${metadata.name} ${options}`, folder);
    await kubectl("uncordon", metadata.name);
    problems.push(...refusals, ...(await incomplete()));
  }
  return problems;
}

describeWhere(KUBECONFIG !== undefined, "An installation on Kubernetes", MISSING, () => {
  describe("Overlay small, with the four nodes that its guide requires for drains", () => {
    let place: GuideFolder;
    beforeAll(async () => {
      place = await install({ ...SMALL, nodes: { ...SMALL.nodes, count: 4 } });
    });
    afterAll(() => place.remove());

    test("When each node in turn is drained, then every eviction is allowed in the end, and everything runs again", async () => {
      expect(await drainEachNode(place)).toEqual([]);
    });
  });

  describe("Overlay prod", () => {
    let place: GuideFolder;
    beforeAll(async () => {
      place = await install(PROD);
    });
    afterAll(() => place.remove());

    test("When each node in turn is drained, then every eviction is allowed in the end, and everything runs again", async () => {
      expect(await drainEachNode(place)).toEqual([]);
    });

    test("When a zone is lost, then databases and broker keep two of three, and when it returns, everything runs again", async () => {
      const before = [...(await zonesOfVoters()).values()];
      expect(before.length).toBeGreaterThan(1);
      expect(before).toEqual(before.map(() => ["zone-1", "zone-2", "zone-3"]));
      await setZone("zone-1", "silent");
      await until("no pod in the lost zone is ready", async () =>
        [...(await zonesOfVoters()).values()].every((zones) => !zones.includes("zone-1")),
      );
      const left = [...(await zonesOfVoters()).values()];
      await setZone("zone-1", "answers");
      expect(left).toEqual(before.map(() => ["zone-2", "zone-3"]));
      expect(await incomplete()).toEqual([]);
    });

    test("When the guide's commands uninstall, then no object, namespace, volume or authority of the product is left", async () => {
      const { refusals, warnings } = await follow(UNINSTALLING, place);
      expect([...refusals, ...warnings]).toEqual([]);
      await until("the volumes are gone", async () => (await getObjects("pv")).length === 0);
      const left = [
        ...(await productObjects()),
        ...(await getObjects("namespaces")),
        ...(await getObjects("secrets,configmaps", "-A")),
      ].map(titleOf);
      expect(left.filter((title) => title.includes("veil-"))).toEqual([]);
    });
  });
});
