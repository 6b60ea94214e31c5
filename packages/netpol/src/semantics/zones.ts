import type { Expectations } from "../expectations/expectations.ts";
import type { Cluster } from "../manifests/cluster.ts";

/**
 * Returns the part of a live cluster in the zones of the expectations. Policies and Services in
 * other namespaces affect only pods in those namespaces.
 */
export function ownPart(cluster: Cluster, expectations: Expectations | undefined): Cluster {
  const isOurs = ownership(cluster, expectations);
  const inside = <T extends { readonly namespace: string }>(all: readonly T[]) =>
    all.filter(({ namespace }) => isOurs(namespace));
  return {
    ...cluster,
    workloads: inside(cluster.workloads),
    services: inside(cluster.services),
    policies: inside(cluster.policies),
    otherPolicies: cluster.otherPolicies.filter(({ policy }) => {
      const namespace = namespaceOf(policy);
      return namespace === undefined || isOurs(namespace);
    }),
  };
}

export function foreignPart(
  cluster: Cluster,
  expectations: Expectations | undefined,
): Pick<Cluster, "workloads" | "otherPolicies"> {
  const own = ownPart(cluster, expectations);
  return {
    workloads: cluster.workloads.filter((workload) => !own.workloads.includes(workload)),
    otherPolicies: cluster.otherPolicies.filter((each) => !own.otherPolicies.includes(each)),
  };
}

function ownership(
  { live }: Cluster,
  expectations: Expectations | undefined,
): (namespace: string) => boolean {
  const zones = expectations?.zones ?? [];
  return (namespace) => !live || zones.length === 0 || zones.includes(namespace);
}

function namespaceOf(objectName: string): string | undefined {
  return / ([^/]+)\//.exec(objectName)?.[1];
}
