import { createHash } from "node:crypto";
import { missingFor, readInventory } from "./references.mjs";

/** A node with this label has a stand-in. With the value `silent` it does not answer, as if it was lost. */
const LABEL = "veil.test/kubelet";
const STOP_MS = 3_000;
const ROUNDS_PER_HEARTBEAT = 10;
const LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";

/** Returns a function that does once what all kubelets do. */
export function createKubelets(api) {
  let round = 0;
  return async () => {
    const all = await api.list(`/api/v1/nodes?labelSelector=${LABEL}`);
    const nodes = all.filter(({ metadata }) => metadata.labels[LABEL] !== "silent");
    const beats = round++ % ROUNDS_PER_HEARTBEAT === 0;
    await Promise.all(
      nodes.filter((node) => beats || !isReady(node)).map((node) => beat(api, node)),
    );
    const names = new Set(nodes.map(({ metadata }) => metadata.name));
    const pods = (await api.list("/api/v1/pods")).filter(({ spec }) => names.has(spec.nodeName));
    const waits = pods.some(({ status }) => status.phase === "Pending");
    const inventory = waits ? await readInventory(api) : undefined;
    await Promise.all(pods.map((pod) => advance(api, pod, inventory)));
  };
}

function isReady({ status }) {
  return status.conditions?.some(({ type, status }) => type === "Ready" && status === "True");
}

async function beat(api, { metadata: { name } }) {
  const now = new Date().toISOString();
  const spec = {
    holderIdentity: name,
    leaseDurationSeconds: 40,
    renewTime: now.replace("Z", "000Z"),
  };
  const metadata = { name, namespace: "kube-node-lease" };
  await api.create(LEASES, { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata, spec });
  await api.patch(`${LEASES}/${name}`, { spec });
  const ready = { type: "Ready", status: "True", reason: "KubeletReady", lastHeartbeatTime: now };
  await api.patch(`/api/v1/nodes/${name}/status`, { status: { conditions: [ready] } }, "strategic");
}

/** Takes the next step of a pod's life: it runs, a Job's pod succeeds, a deleted one disappears. */
async function advance(api, pod, inventory) {
  const { name, namespace, uid, deletionTimestamp, ownerReferences = [] } = pod.metadata;
  const path = `/api/v1/namespaces/${namespace}/pods/${name}`;
  const isJob = ownerReferences.some(({ kind }) => kind === "Job");
  if (deletionTimestamp !== undefined) {
    if (hasStopped(pod)) await api.remove(path, { gracePeriodSeconds: 0, preconditions: { uid } });
  } else if (pod.status.phase === "Pending") {
    const missing = missingFor(pod, inventory);
    if (missing.length > 0) await report(api, pod, missing);
    else await api.patch(`${path}/status`, statusOf(pod, "Running"), "strategic");
  } else if (pod.status.phase === "Running" && isJob)
    await api.patch(`${path}/status`, statusOf(pod, "Succeeded"), "strategic");
  // Kubernetes has said so while the node did not answer.
  else if (pod.status.phase === "Running" && !isReady(pod))
    await api.patch(`${path}/status`, statusOf(pod, "Running"), "strategic");
}

/**
 * Returns true when a deleted pod's containers would have stopped. If that took no time, the controller
 * of PodDisruptionBudgets could take a StatefulSet's next pod of the same name for the deleted one.
 */
function hasStopped({ metadata, status }) {
  const { deletionTimestamp, deletionGracePeriodSeconds: graceSeconds = 0 } = metadata;
  const deletedMs = Date.parse(deletionTimestamp) - graceSeconds * 1000;
  return (
    status.phase !== "Running" || Date.now() - deletedMs >= Math.min(STOP_MS, graceSeconds * 1000)
  );
}

/** Reports what a pod waits for, once, as a kubelet does. */
async function report(api, { metadata: { name, namespace, uid }, spec }, missing) {
  const now = new Date().toISOString();
  const message = `not found: ${missing.join(", ")}`;
  const suffix = createHash("sha256")
    .update(uid + message)
    .digest("hex")
    .slice(0, 16);
  await api.create(`/api/v1/namespaces/${namespace}/events`, {
    metadata: { name: `${name}.${suffix}`, namespace },
    involvedObject: { apiVersion: "v1", kind: "Pod", name, namespace, uid },
    type: "Warning",
    reason: "FailedMount",
    message,
    source: { component: "kubelet", host: spec.nodeName },
    firstTimestamp: now,
    lastTimestamp: now,
    count: 1,
  });
}

function statusOf({ metadata, spec }, phase) {
  const now = new Date().toISOString();
  const runs = phase === "Running";
  const ended = {
    terminated: { exitCode: 0, reason: "Completed", startedAt: now, finishedAt: now },
  };
  const containerStatus = (state, ready) => (container) => ({
    name: container.name,
    image: container.image,
    imageID: container.image,
    containerID: `test://${container.name}`,
    restartCount: 0,
    ready,
    state,
  });
  const condition = (type, is) => ({
    type,
    status: is ? "True" : "False",
    lastTransitionTime: now,
  });
  const ip = addressOf(metadata.uid);
  return {
    status: {
      phase,
      podIP: ip,
      podIPs: [{ ip }],
      startTime: now,
      conditions: [
        condition("Initialized", true),
        condition("ContainersReady", runs),
        condition("Ready", runs),
      ],
      containerStatuses: spec.containers.map(
        containerStatus(runs ? { running: { startedAt: now } } : ended, runs),
      ),
      initContainerStatuses: (spec.initContainers ?? []).map(containerStatus(ended, true)),
    },
  };
}

function addressOf(uid) {
  const [third, fourth] = createHash("sha256").update(uid).digest();
  return `10.244.${third}.${fourth}`;
}
