import { describe, expect, test } from "@jest/globals";
import { checkCluster } from "../src/checks/check.ts";
import { lintManifests } from "../src/lint/lint.ts";
import { readCluster } from "../src/manifests/read-cluster.ts";
import { readMutants } from "./mutants.ts";
import { shippedExpectations, shippedObjects, VARIANTS } from "./shipped.ts";

const MUTANTS = readMutants();

test("there are at least 25 mutants", () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(25);
});

describe.each(VARIANTS)("the shipped manifests, %s", (variant) => {
  const objects = shippedObjects(variant);
  const expectations = shippedExpectations(variant);

  test("open what is listed, and nothing else", () => {
    const { findings, counts } = checkCluster(readCluster(objects), expectations);
    expect(findings).toEqual([]);
    expect(counts.workloads).toBeGreaterThan(10);
    expect(counts.policies).toBeGreaterThan(40);
  });

  test("have no slip", () => {
    expect(lintManifests(objects)).toEqual([]);
  });

  test.each(MUTANTS)("mutant $name is found, by its edge", ({ apply, check, edge, lint }) => {
    const mutated = apply(objects);
    const { findings } = checkCluster(readCluster(mutated), expectations);
    const named = findings.filter((finding) => finding.check === check).map((each) => each.edge);
    expect(named).toContain(edge);
    expect(lintManifests(mutated).map(({ rule }) => rule)).toEqual(
      expect.arrayContaining([...lint]),
    );
  });
});
