/** @heavy runs a Kubernetes control plane and Helm, which Go builds */
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeWhere, judgePath } from "@veil/testing";
import { CHART } from "../support/deployment/chart-schema.ts";
import type { GuideFolder } from "../support/deployment/renderer.ts";
import {
  emptyCluster,
  incomplete,
  KUBECONFIG,
  MISSING,
  productObjects,
  replaceNodes,
  runScript,
} from "../support/kubernetes/cluster.ts";
import { contentsOf } from "../support/kubernetes/contents.ts";
import { openPlace, PROD, SMALL, SMALL_SECRETS } from "../support/kubernetes/installations.ts";

const HELM = judgePath("helm");
const isThere = KUBECONFIG !== undefined && HELM !== undefined;

const PROFILES = [
  { installation: SMALL, values: "", secrets: SMALL_SECRETS },
  {
    installation: PROD,
    values: `--values '${path.join(CHART, "values-prod.yaml")}'`,
    secrets: "",
  },
];

describe.each(PROFILES)("The Helm chart with the values of $installation.name", (profile) => {
  const { installation, values, secrets } = profile;
  describeWhere(isThere, "on Kubernetes", `${MISSING}; VEIL_TEST_HELM`, () => {
    let place: GuideFolder;
    beforeAll(async () => {
      await emptyCluster();
      await replaceNodes(installation.nodes);
      place = await openPlace(installation);
    });
    afterAll(() => place.remove());
    const helm = async (command: string, more = "") =>
      await runScript(`'${HELM}' ${command} --namespace veil-gateway ${more}`, place.folder);

    test("When the chart is installed and the Secrets are created, then nothing is refused or warned of, and every rollout completes", async () => {
      const installed = await helm(
        `install veil-gateway '${CHART}'`,
        `--create-namespace ${values}`,
      );
      const created = await runScript(secrets, place.folder);
      const said = [installed, created].flatMap(({ refusals, warnings }) => [
        ...refusals,
        ...warnings,
      ]);
      expect([...said, ...(await incomplete())]).toEqual([]);
    });

    test("When the release is upgraded with the same values, then no object changes", async () => {
      const before = contentsOf(await productObjects());
      const { refusals, warnings } = await helm(`upgrade veil-gateway '${CHART}'`, values);
      expect([...refusals, ...warnings]).toEqual([]);
      expect(contentsOf(await productObjects())).toEqual(before);
      expect(before.size).toBeGreaterThan(100);
    });

    test("When the release is uninstalled, then no object of the chart is left", async () => {
      const { refusals } = await helm("uninstall veil-gateway --wait");
      expect(refusals).toEqual([]);
      expect([...contentsOf(await productObjects()).keys()]).toEqual([]);
    });
  });
});
