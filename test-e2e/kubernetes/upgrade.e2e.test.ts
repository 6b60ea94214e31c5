/** @heavy runs a Kubernetes control plane, which Go builds */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import { parseManifests, titleOf } from "../support/deployment/manifests.ts";
import type { GuideFolder } from "../support/deployment/renderer.ts";
import { getObjects, incomplete, KUBECONFIG, MISSING } from "../support/kubernetes/cluster.ts";
import { earlierProd } from "../support/kubernetes/earlier-release.ts";
import {
  follow,
  type Installation,
  install,
  openPlace,
  PROD,
  ROLLBACK,
  readRendered,
  replaceRendered,
  UPGRADE,
} from "../support/kubernetes/installations.ts";

/** Kinds that the guide's command prunes. */
const PRUNED =
  /^(?:NetworkPolicy|Deployment|CronJob|Job|Service|ServiceAccount|PodDisruptionBudget|HorizontalPodAutoscaler) /;

const titles = (text: string) => parseManifests(text).map(titleOf);

describeWhere(KUBECONFIG !== undefined, "An upgrade on Kubernetes", MISSING, () => {
  let place: GuideFolder;
  let next: GuideFolder;
  let earlier: Installation;
  beforeAll(async () => {
    earlier = earlierProd();
    place = await install(earlier);
    next = await openPlace(PROD);
  });
  afterAll(() => {
    place.remove();
    next.remove();
    rmSync(earlier.checkout, { recursive: true, force: true });
  });

  test("When the guide's commands upgrade from an earlier release, then nothing is refused, every rollout completes, and what the release dropped is deleted", async () => {
    const before = titles(readRendered(place));
    const after = replaceRendered(place, next);
    const { refusals, warnings } = await follow(UPGRADE, place);
    expect([...refusals, ...warnings, ...(await incomplete())]).toEqual([]);
    const dropped = before.filter((title) => PRUNED.test(title) && !titles(after).includes(title));
    const there = new Set((await allOf(dropped)).map(titleOf));
    expect(dropped.filter((title) => there.has(title))).toEqual([]);
    expect(dropped.length).toBeGreaterThan(0);
  });

  test("When the earlier manifests are applied again in the guide's order, then nothing is refused, and every rollout completes", async () => {
    const { refusals, warnings } = await follow(ROLLBACK, place);
    expect([...refusals, ...warnings, ...(await incomplete())]).toEqual([]);
  });
});

async function allOf(named: readonly string[]) {
  const kinds = [...new Set(named.map((title) => title.split(" ")[0]?.toLowerCase() ?? ""))];
  return kinds.length === 0 ? [] : await getObjects(kinds.join(","), "-A");
}
