import { expect, test } from "@jest/globals";
import { checkCluster } from "../src/checks/check.ts";
import { printReport } from "../src/checks/print-report.ts";
import type { Fields } from "../src/manifests/fields.ts";
import { readCluster } from "../src/manifests/read-cluster.ts";
import {
  ALL,
  asObjects,
  byHand,
  kubectlGet,
  livingObjects,
  PODS_ONLY,
  readKubectl,
} from "./living/living-cluster.ts";
import { shippedExpectations, shippedObjects } from "./shipped.ts";

const PROD = livingObjects(shippedObjects("prod"));
const EXPECTED = shippedExpectations("prod");

function check(objects: readonly Fields[]) {
  return checkCluster(readCluster(asObjects(objects)), EXPECTED);
}

test("What the input did not hold, the check for other policies names: silence is no proof", () => {
  const policies = ["CiliumNetworkPolicy", "CiliumClusterwideNetworkPolicy", "AdminNetworkPolicy"];
  const seen = (kinds: readonly string[], ...more: readonly Fields[]) => {
    const text = kubectlGet([...PROD, ...more.flatMap(byHand)], kinds);
    return checkCluster(readCluster(readKubectl(text)), EXPECTED);
  };
  const few = seen(PODS_ONLY);
  expect(few.kindsNotRead).toEqual(
    expect.arrayContaining(["Deployment", "ReplicaSet", "CronJob", ...policies]),
  );
  expect(few.kindsNotRead).not.toContain("Pod");
  const [line] = printReport(few)
    .split("\n")
    .filter((each) => each.includes("ReplicaSet"));
  expect(line).toBe(`      not in the input, and not judged: ${few.kindsNotRead.join(", ")}`);
  expect(seen(ALL).kindsNotRead).not.toContain("ReplicaSet");
  const metadata = { name: "p", namespace: "kube-system" };
  const cilium = { apiVersion: "cilium.io/v2", kind: "CiliumNetworkPolicy", metadata, spec: {} };
  expect(seen(ALL, cilium).kindsNotRead).toEqual(expect.arrayContaining(policies.slice(1)));
  expect(seen(ALL, cilium).kindsNotRead).not.toContain("CiliumNetworkPolicy");
});

test("A policy of Calico's is none of Kubernetes', though its kind has the same name", () => {
  const metadata = { name: "p", namespace: "kube-system" };
  const calico = {
    apiVersion: "projectcalico.org/v3",
    kind: "NetworkPolicy",
    metadata,
    spec: {},
  };
  const without = check(PROD).kindsNotRead;
  expect(without).toContain("NetworkPolicy of Calico");
  expect(check([...PROD, ...byHand(calico)]).kindsNotRead).toEqual(
    without.filter((kind) => kind !== "NetworkPolicy of Calico"),
  );
});
