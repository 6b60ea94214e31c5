import type { ManifestObject } from "@veil/netpol";

/** Where a container runs. */
export interface ContainerPlace {
  readonly namespace: string;
  readonly container: string;
}

interface PlannedContainer extends ContainerPlace {
  readonly image: string;
}

/** Returns a key for a place. */
export function placeOf({ namespace, container }: ContainerPlace): string {
  return `${namespace}/${container}`;
}

/** Returns every container of every pod template in the manifests. */
export function containersIn(objects: readonly ManifestObject[]): readonly PlannedContainer[] {
  return objects.flatMap(({ fields }) => {
    const { namespace } = (fields["metadata"] ?? {}) as { readonly namespace?: unknown };
    if (typeof namespace !== "string") return [];
    return containersBelow(fields["spec"]).map((one) => ({ namespace, ...one }));
  });
}

function containersBelow(value: unknown): readonly { container: string; image: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const found = Object.values(value).flatMap(containersBelow);
  const { name, image } = value as { readonly name?: unknown; readonly image?: unknown };
  if (typeof name !== "string" || typeof image !== "string") return found;
  return [{ container: name, image }, ...found];
}
