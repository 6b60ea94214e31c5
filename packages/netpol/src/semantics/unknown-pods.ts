import { NAMESPACE_NAME_LABEL } from "../manifests/cluster.ts";
import type { PodEndpoint } from "./endpoints.ts";
import { exactly } from "./labels.ts";
import type { Model } from "./model.ts";

export interface UnknownPod {
  readonly description: string;
  readonly endpoint: PodEndpoint;
}

/**
 * Returns pods that an intruder could start. In a new namespace, such a pod may have any labels,
 * and the namespace may have any labels except the API server's name label. In each known
 * namespace, it has no labels, or labels that no policy names. A pod with a workload's labels in
 * that workload's namespace counts as the workload.
 */
export function unknownPods(model: Model): readonly UnknownPod[] {
  const known = new Map(
    model.pods.flatMap(({ endpoint }) =>
      endpoint.namespace === undefined ? [] : [[endpoint.namespace, endpoint.namespaceLabels]],
    ),
  );
  for (const { name, labels } of model.cluster.namespaces) known.set(name, exactly(labels));
  const base = {
    kind: "pod",
    ports: "any",
    addresses: model.podAddresses,
    hostNetwork: false,
  } as const;
  const anywhere: UnknownPod = {
    description: "a pod with any labels in an unknown namespace",
    endpoint: {
      ...base,
      namespace: undefined,
      // A name that no policy contains, because a new namespace cannot have the name of an existing
      // one.
      namespaceLabels: { known: { [NAMESPACE_NAME_LABEL]: "some other namespace" }, others: "any" },
      labels: { known: {}, others: "any" },
    },
  };
  return [
    anywhere,
    ...[...known].map(([namespace, namespaceLabels]) => ({
      description: `an unknown pod in ${namespace}`,
      endpoint: {
        ...base,
        namespace,
        namespaceLabels,
        labels: { known: {}, others: "fresh" } as const,
      },
    })),
  ];
}
