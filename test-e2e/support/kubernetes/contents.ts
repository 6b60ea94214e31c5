import { type Manifest, titleOf } from "../deployment/manifests.ts";

/** Returns what objects say, by title, without what the API server or controllers write. */
export function contentsOf(objects: readonly Manifest[]): ReadonlyMap<string, unknown> {
  return new Map(
    objects.map(({ status: _, ...object }) => {
      const { generation, uid, labels } = object.metadata as Record<string, unknown>;
      return [titleOf(object), { ...object, metadata: { generation, uid, labels } }];
    }),
  );
}
