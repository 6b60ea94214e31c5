import type { Fields } from "./fields.ts";

const KINDS: readonly (readonly [group: RegExp, kinds: readonly string[], whose?: string])[] = [
  [/^v1$/, ["Pod", "Service", "ReplicationController"]],
  [/^apps\//, ["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"]],
  [/^batch\//, ["Job", "CronJob"]],
  [/^networking\.k8s\.io\//, ["NetworkPolicy"]],
  [
    /^policy\.networking\.k8s\.io\//,
    ["AdminNetworkPolicy", "BaselineAdminNetworkPolicy", "ClusterNetworkPolicy"],
  ],
  [/^cilium\.io\//, ["CiliumNetworkPolicy", "CiliumClusterwideNetworkPolicy"]],
  [/(^|\.)projectcalico\.org\//, ["NetworkPolicy", "GlobalNetworkPolicy"], "Calico"],
];

/**
 * Returns the kinds that the input does not contain, because no object exists or because the
 * kubectl command did not name the kind.
 */
export function kindsNotRead(objects: readonly Fields[]): readonly string[] {
  return KINDS.flatMap(([group, kinds, whose]) =>
    kinds
      .filter((kind) => !objects.some((object) => isOf(object, group, kind)))
      .map((kind) => (whose === undefined ? kind : `${kind} of ${whose}`)),
  );
}

function isOf({ apiVersion, kind }: Fields, group: RegExp, expected: string): boolean {
  return kind === expected && group.test(String(apiVersion));
}
