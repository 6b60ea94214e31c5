import { NAMESPACE_NAME_LABEL } from "../manifests/cluster.ts";
import { exactly } from "./labels.ts";
import type { Model } from "./model.ts";
import type { PodParty } from "./parties.ts";

/** Pods that nobody has named. */
export interface Stranger {
  readonly description: string;
  readonly party: PodParty;
}

/**
 * The pods that an intruder could start: with any labels at all in a namespace of its own, which may carry any
 * label but the name that the API server gives it; and, in each namespace that is known, a pod without labels or
 * with labels of its own making. A pod with another workload's labels in that workload's namespace is that workload.
 */
export function strangers(model: Model): readonly Stranger[] {
  const known = new Map(
    model.pods.flatMap(({ party }) =>
      party.namespace === undefined ? [] : [[party.namespace, party.namespaceLabels]],
    ),
  );
  for (const { name, labels } of model.cluster.namespaces) known.set(name, exactly(labels));
  const base = {
    kind: "pod",
    ports: "any",
    addresses: model.podAddresses,
    hostNetwork: false,
  } as const;
  const anywhere: Stranger = {
    description: "a pod with any labels in a namespace that nobody has named",
    party: {
      ...base,
      namespace: undefined,
      // No namespace that a policy names can have this name too.
      namespaceLabels: { known: { [NAMESPACE_NAME_LABEL]: "some other namespace" }, others: "any" },
      labels: { known: {}, others: "any" },
    },
  };
  return [
    anywhere,
    ...[...known].map(([namespace, namespaceLabels]) => ({
      description: `an unknown pod in ${namespace}`,
      party: {
        ...base,
        namespace,
        namespaceLabels,
        labels: { known: {}, others: "fresh" } as const,
      },
    })),
  ];
}
