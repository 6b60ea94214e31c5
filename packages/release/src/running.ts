import type { ReleaseFile } from "@veil/contracts/certificate";
import { checked } from "@veil/contracts/parsing";
import { hashPolicies, type ManifestObject } from "@veil/netpol";
import { Type } from "typebox";
import { type ContainerPlace, containersIn, placeOf } from "./containers.ts";
import type { ReleaseIndex } from "./release-index.ts";

const parsePod = checked(
  Type.Object({
    metadata: Type.Object({
      name: Type.String(),
      namespace: Type.String(),
      ownerReferences: Type.Optional(Type.Array(Type.Object({ kind: Type.String() }))),
    }),
    status: Type.Object({
      phase: Type.Optional(Type.String()),
      containerStatuses: Type.Optional(Type.Array(Type.Unknown())),
      initContainerStatuses: Type.Optional(Type.Array(Type.Unknown())),
      ephemeralContainerStatuses: Type.Optional(Type.Array(Type.Unknown())),
    }),
  }),
);
const parseStatus = checked(Type.Object({ name: Type.String(), imageID: Type.String() }));

/** Owners whose pods an operator creates, with containers that the manifests do not describe. */
const OPERATED = new Set(["Cluster", "Pooler", "StatefulSet"]);
const ENDED = new Set(["Succeeded", "Failed"]);
const SERVICE_IMAGE = /^(?:.*\/)?veil-gateway\/([a-z-]+):/;
const DIGEST = /@(sha256:[0-9a-f]{64})$/;

export interface Running {
  readonly problems: readonly string[];
  /** Containers that operators added, which the release does not describe. */
  readonly notCovered: readonly string[];
}

/**
 * Compares the images of running pods with those of the release. Pods in other namespaces than
 * those of the manifests do not count, nor do pods that have ended.
 * @param pods the objects of `kubectl get pods -A -o json`
 */
export function compareImages(
  index: ReleaseIndex,
  manifests: readonly ManifestObject[],
  pods: readonly ManifestObject[],
): Running {
  const planned = new Map(containersIn(manifests).map((one) => [placeOf(one), one.image]));
  const zones = new Set(containersIn(manifests).map(({ namespace }) => namespace));
  const running = pods.flatMap(podContainers).filter(({ namespace }) => zones.has(namespace));
  const covered = running.filter((one) => planned.has(placeOf(one)) || !one.operated);
  const expected = (one: ContainerPlace) => digestOf(planned.get(placeOf(one)) ?? "", index);
  const ran = new Set(covered.map(({ digest }) => digest));
  return {
    problems: [
      ...covered.flatMap((one) => problemOf(one, planned.has(placeOf(one)), expected(one))),
      ...Object.entries(index.images)
        .filter(([, digest]) => !ran.has(digest))
        .map(([service]) => `no pod runs the image of ${service}; list the pods of all namespaces`),
    ],
    notCovered: running
      .filter((one) => !covered.includes(one))
      .map(({ namespace, pod, container }) => `${namespace}/${pod} ${container}`),
  };
}

/**
 * Compares the policies of a cluster with those of the release, or of the deployment's own
 * RELEASE_FILE, because an overlay sets addresses in policies.
 */
export function comparePolicies(
  { network_policy_sha256 }: ReleaseIndex,
  objects: readonly ManifestObject[],
  deployed: ReleaseFile | undefined,
): readonly string[] {
  const { sha256 } = hashPolicies(objects);
  const known = Object.entries(
    deployed ? { RELEASE_FILE: deployed.network_policy_sha256 } : network_policy_sha256,
  );
  if (known.some(([, hash]) => hash === sha256)) return [];
  const hashes = known.map(([name, hash]) => `${name} has ${hash}`).join(", ");
  return [
    `the cluster's policies have the hash ${sha256}, but ${hashes}; compare them with veil netpol diff`,
  ];
}

/** Compares the images that certificates name with those of the release. */
export function compareReleaseFile(
  { images }: ReleaseIndex,
  deployed: ReleaseFile,
): readonly string[] {
  const services = new Set([...Object.keys(images), ...Object.keys(deployed.images)]);
  return [...services]
    .filter((service) => images[service] !== deployed.images[service])
    .map(
      (service) =>
        `RELEASE_FILE names ${deployed.images[service] ?? "no image"} for ${service}, not the release's ${images[service]}; take the images of the release's gateway folder`,
    );
}

interface RunningContainer extends ContainerPlace {
  readonly pod: string;
  readonly imageId: string;
  readonly digest: string | undefined;
  readonly operated: boolean;
}

function podContainers({ fields }: ManifestObject): readonly RunningContainer[] {
  if (fields["kind"] !== "Pod") return [];
  const { metadata, status } = parsePod(fields);
  if (ENDED.has(status.phase ?? "")) return [];
  const { name: pod, namespace, ownerReferences = [] } = metadata;
  const operated = ownerReferences.some(({ kind }) => OPERATED.has(kind));
  return [
    ...(status.initContainerStatuses ?? []),
    ...(status.containerStatuses ?? []),
    ...(status.ephemeralContainerStatuses ?? []),
  ].map((one) => {
    const { name: container, imageID: imageId } = parseStatus(one);
    const digest = DIGEST.exec(imageId)?.[1];
    return { namespace, pod, container, imageId, digest, operated };
  });
}

/** Returns the digest of an image in the manifests, or undefined if they name none. */
function digestOf(image: string, { images }: ReleaseIndex): string | undefined {
  const [, service = ""] = SERVICE_IMAGE.exec(image) ?? [];
  return images[service] ?? DIGEST.exec(image)?.[1];
}

function problemOf(
  { namespace, pod, container, imageId, digest }: RunningContainer,
  isPlanned: boolean,
  expected: string | undefined,
): readonly string[] {
  const where = `${namespace}/${pod}: container ${container}`;
  if (!isPlanned) return [`${where} is not in the release's manifests; remove the pod`];
  if (digest === expected && digest !== undefined) return [];
  if (digest === undefined)
    return [
      `${where} runs ${imageId || "no image yet"}, which names no digest; pull the image from a registry`,
    ];
  return [
    `${where} runs ${digest}, not the release's ${expected}; deploy the image of the release`,
  ];
}
