import { expect, test } from "@jest/globals";
import { printReport } from "../checks/print-report.ts";
import { kindsNotRead } from "./kinds.ts";

const PODS_ONLY = [
  { apiVersion: "v1", kind: "Pod" },
  { apiVersion: "v1", kind: "Service" },
  { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy" },
];
const CILIUM = { apiVersion: "cilium.io/v2", kind: "CiliumNetworkPolicy" };

test("kindsNotRead returns only the kinds of pods and policies that the input does not contain", () => {
  const few = kindsNotRead(PODS_ONLY);
  expect(few).toEqual(
    expect.arrayContaining([
      ...["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job", "CronJob"],
      ...["CiliumNetworkPolicy", "CiliumClusterwideNetworkPolicy", "AdminNetworkPolicy"],
    ]),
  );
  for (const { kind } of PODS_ONLY) expect(few).not.toContain(kind);
  expect(kindsNotRead([...PODS_ONLY, CILIUM])).toEqual(
    few.filter((kind) => kind !== "CiliumNetworkPolicy"),
  );
});

test.each(["crd.projectcalico.org/v1", "projectcalico.org/v3"])(
  "kindsNotRead distinguishes a NetworkPolicy of %s from a Kubernetes NetworkPolicy",
  (apiVersion) => {
    const own = { apiVersion, kind: "NetworkPolicy" };
    expect(kindsNotRead([own])).toContain("NetworkPolicy");
    expect(kindsNotRead([own])).not.toContain("NetworkPolicy of Calico");
    expect(kindsNotRead(PODS_ONLY)).toContain("NetworkPolicy of Calico");
  },
);

test("the report lists under policies-bind which kinds were not in the input, even if all checks pass", () => {
  const counts = { workloads: 0, policies: 0, edges: 0 };
  const report = { findings: [], counts, paths: [], notes: [] };
  const lines = printReport({ ...report, kindsNotRead: ["ReplicaSet", "CiliumNetworkPolicy"] });
  expect(lines).toMatch(
    /^ok {4}policies-bind .*\n {6}not in the input, not checked: ReplicaSet, CiliumNetworkPolicy$/m,
  );
  expect(printReport({ ...report, kindsNotRead: [] })).not.toContain("not in the input");
});
