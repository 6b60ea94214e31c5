const KINDS = { secret: "secrets", configMap: "configmaps" };

/** Reads the names of all Secrets and ConfigMaps, with their keys. */
export async function readInventory(api) {
  const inventory = new Map();
  for (const kind of Object.values(KINDS))
    for (const { metadata, data, binaryData } of await api.list(`/api/v1/${kind}`))
      inventory.set(
        `${kind}/${metadata.namespace}/${metadata.name}`,
        new Set(Object.keys({ ...data, ...binaryData })),
      );
  return inventory;
}

/** Returns the Secrets and ConfigMaps, or their keys, that a pod names and that do not exist. */
export function missingFor({ metadata: { namespace }, spec }, inventory) {
  const containers = [...(spec.initContainers ?? []), ...spec.containers];
  return [...(spec.volumes ?? []).flatMap(ofVolume), ...containers.flatMap(ofContainer)]
    .filter(({ optional }) => optional !== true)
    .flatMap(({ kind, name, keys }) => {
      const there = inventory.get(`${kind}/${namespace}/${name}`);
      if (there === undefined) return [`${kind}/${name}`];
      return keys.filter((key) => !there.has(key)).map((key) => `${kind}/${name} key ${key}`);
    });
}

function ofVolume(volume) {
  return [volume, ...(volume.projected?.sources ?? [])].flatMap((source) =>
    Object.entries(KINDS)
      .filter(([field]) => source[field] !== undefined)
      .map(([field, kind]) => {
        const { name, secretName = name, items = [], optional } = source[field];
        return { kind, name: secretName, keys: items.map(({ key }) => key), optional };
      }),
  );
}

function ofContainer({ env = [], envFrom = [] }) {
  const all = envFrom.map((source) => [source.secretRef, source.configMapRef]);
  const single = env.map(({ valueFrom }) => [valueFrom?.secretKeyRef, valueFrom?.configMapKeyRef]);
  return [...all, ...single].flatMap((references) =>
    references.flatMap((reference, index) => {
      if (reference === undefined) return [];
      const { name, key, optional } = reference;
      const kind = Object.values(KINDS)[index];
      return [{ kind, name, keys: key === undefined ? [] : [key], optional }];
    }),
  );
}
