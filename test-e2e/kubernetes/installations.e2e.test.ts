/** @heavy runs a Kubernetes control plane, which Go builds */
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import { parseManifests, REPOSITORY } from "../support/deployment/manifests.ts";
import type { GuideFolder } from "../support/deployment/renderer.ts";
import {
  emptyCluster,
  getObjects,
  incomplete,
  KUBECONFIG,
  MISSING,
  replaceNodes,
  runScript,
} from "../support/kubernetes/cluster.ts";
import { contentsOf } from "../support/kubernetes/contents.ts";
import {
  DEV,
  follow,
  openPlace,
  PROD,
  PROD_WITH_OPTIONS,
  readRendered,
  SMALL,
} from "../support/kubernetes/installations.ts";

async function contents({ folder }: GuideFolder): Promise<ReadonlyMap<string, unknown>> {
  return contentsOf(await getObjects("-f", `${folder}/rendered.yaml`));
}

describeWhere(KUBECONFIG !== undefined, "On a Kubernetes control plane", MISSING, () => {
  test("The API server, which has Flux's definition, accepts the Kustomizations for Flux with every field", async () => {
    const file = path.join(REPOSITORY, "k8s/flux/kustomizations.yaml");
    const command = `kubectl apply --dry-run=server --validate=strict -f ${file}`;
    const { refusals, warnings } = await runScript(command, REPOSITORY);
    expect([...refusals, ...warnings]).toEqual([]);
  });

  describe.each([DEV, SMALL, PROD, PROD_WITH_OPTIONS])("Overlay $name", (installation) => {
    let place: GuideFolder;
    beforeAll(async () => {
      await emptyCluster();
      await replaceNodes(installation.nodes);
      place = await openPlace(installation);
    });
    afterAll(() => place.remove());

    test("When the guide is followed on the nodes that it names, then nothing is refused or warned of, and every rollout completes", async () => {
      const { refusals, warnings } = await follow(installation.commands, place);
      expect([...refusals, ...warnings, ...(await incomplete())]).toEqual([]);
      const objects = await getObjects("-f", `${place.folder}/rendered.yaml`);
      expect(objects).toHaveLength(parseManifests(readRendered(place)).length);
    });

    const byServer = "kubectl apply --server-side --force-conflicts -f rendered.yaml";
    test.each([
      ["by the client, as the guide did", "kubectl apply -f rendered.yaml", ""],
      ["by the server, which has taken the fields over from the client", byServer, byServer],
    ])(
      "When the file is applied again %s, then no object changes, and nothing is refused or warned of",
      async (_, command, earlier) => {
        const first = await runScript(earlier, place.folder);
        const before = await contents(place);
        const second = await runScript(command, place.folder);
        const said = [first, second].flatMap(({ refusals, warnings }) => [
          ...refusals,
          ...warnings,
        ]);
        expect(said).toEqual([]);
        expect(await contents(place)).toEqual(before);
        expect(before.size).toBeGreaterThan(100);
      },
    );
  });
});
