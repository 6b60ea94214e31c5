import { NAMESPACE_NAME_LABEL } from "../manifests/cluster.ts";
import type { PodEndpoint } from "./endpoints.ts";
import { exactly } from "./labels.ts";
import type { Model } from "./model.ts";

export interface UnknownPod {
  readonly description: string;
  readonly endpoint: PodEndpoint;
}

/**
 * Returns pods that an intruder could start: one with any labels in a new namespace, which may have
 * any label except the name label of the API server, and in each known namespace one without labels
 * that a policy names. A pod with a workload's labels in that workload's namespace counts as that
 * workload.
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
      // Namespaces cannot have this name, because it contains spaces, so no policy names it.
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
