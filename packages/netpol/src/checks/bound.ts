import type { Expectations } from "../expectations/expectations.ts";
import type { Model } from "../semantics/model.ts";
import type { Finding } from "./finding.ts";

/** What policies do not bind, or what leads around them. */
export function unboundParts({ cluster }: Model, { notEvaluated }: Expectations) {
  const finding = (edge: string, message: string): Finding => ({
    check: "policies-bind",
    edge,
    message,
    policies: [],
  });
  return [
    ...cluster.workloads
      .filter(({ hostNetwork }) => hostNetwork)
      .map(({ id }) => finding(id, "is on the node's network, where policies do not bind it")),
    ...cluster.otherPolicies
      .filter((name) => !notEvaluated.some(({ policy }) => policy === name))
      .map((policy) =>
        finding(policy, "is a kind of policy that is not evaluated and may open anything"),
      ),
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
