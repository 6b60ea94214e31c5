const VOLUMES = "/api/v1/persistentvolumes";
const ZONE = "topology.kubernetes.io/zone";
const SELECTED_NODE = "volume.kubernetes.io/selected-node";

/**
 * Makes a volume for each claim whose pod has a node, in the node's zone, or on the node if it has no
 * zone; and deletes volumes whose claim is gone.
 */
export async function provisionVolumes(api) {
  const [claims, volumes, nodes] = await Promise.all(
    ["/api/v1/persistentvolumeclaims", VOLUMES, "/api/v1/nodes"].map((path) => api.list(path)),
  );
  const labels = new Map(nodes.map(({ metadata }) => [metadata.name, metadata.labels]));
  const waiting = claims
    .filter(({ spec }) => spec.volumeName === undefined)
    .map((claim) => [claim, labels.get(claim.metadata.annotations?.[SELECTED_NODE])])
    .filter(([, place]) => place !== undefined);
  const released = volumes.filter(({ status }) => status.phase === "Released");
  await Promise.all([
    ...waiting.map(([claim, place]) => api.create(VOLUMES, volumeFor(claim, place))),
    ...released.map(({ metadata }) => api.remove(`${VOLUMES}/${metadata.name}`)),
  ]);
}

function volumeFor({ metadata: { name, namespace, uid }, spec }, labels) {
  const key = ZONE in labels ? ZONE : "kubernetes.io/hostname";
  return {
    metadata: { name: `volume-${uid}` },
    spec: {
      capacity: spec.resources.requests,
      accessModes: spec.accessModes,
      persistentVolumeReclaimPolicy: "Retain",
      storageClassName: spec.storageClassName,
      local: { path: "/volume" },
      claimRef: { apiVersion: "v1", kind: "PersistentVolumeClaim", name, namespace, uid },
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key, operator: "In", values: [labels[key]] }] },
          ],
        },
      },
    },
  };
}
