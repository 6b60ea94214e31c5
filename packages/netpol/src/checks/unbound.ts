import type { Expectations } from "../expectations/expectations.ts";
import type { Model } from "../semantics/model.ts";
import type { CheckFinding } from "./finding.ts";

export function unboundParts({ cluster }: Model, { notEvaluated }: Expectations) {
  const finding = (edge: string, message: string): CheckFinding => ({
    check: "policies-bind",
    edge,
    message,
    policies: [],
  });
  return [
    ...cluster.workloads
      .filter(({ hostNetwork }) => hostNetwork)
      .map(({ id }) => finding(id, "is on the node's network, where policies do not bind it")),
    ...cluster.otherPolicies.flatMap(({ policy, sha256 }) => {
      const reviewed = notEvaluated.find((each) => each.policy === policy);
      if (reviewed === undefined)
        return [finding(policy, "is a kind of policy that is not evaluated and may open anything")];
      if (reviewed.sha256 === sha256) return [];
      const message = `is not the reviewed version, and is not evaluated: its SHA-256 is ${sha256}`;
      return [finding(policy, message)];
    }),
    ...cluster.services
      .filter(({ type, externalIps }) => type !== "ClusterIP" || externalIps.length > 0)
      .map(({ namespace, name, type, externalIps }) =>
        finding(
          `${namespace}/${name}`,
          `is a Service that listens outside the cluster (${[type, ...externalIps].join(", ")})`,
        ),
      ),
  ];
}
