import { type Fields, fieldsAt, listAt } from "../../src/manifests/fields.ts";
import { asStored, labelsOf, letters, metadataOf, ownedBy, specOf } from "./as-stored.ts";

export interface PodOptions {
  readonly owner?: Fields;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Fields;
  readonly spec: Fields;
  readonly phase?: string;
}

/** Returns a pod with the fields that the API server, admission controllers and the kubelet add. */
export function pod({ owner, namespace, name, labels, spec, phase }: PodOptions): Fields {
  const address = podAddress(`${namespace}/${name}`);
  const node = { hostIP: "192.168.50.11", hostIPs: [{ ip: "192.168.50.11" }] };
  const ip = spec["hostNetwork"] === true ? node.hostIP : address;
  const metadata = {
    ...{ labels, name, namespace },
    ...(owner === undefined
      ? {}
      : { generateName: name.replace(/[^-]+$/, ""), ownerReferences: ownedBy(owner) }),
  };
  const object = { apiVersion: "v1", kind: "Pod", metadata, spec: podSpec(spec) };
  return asStored(object, {
    conditions: [{ lastProbeTime: null, status: "True", type: "Ready" }],
    ...node,
    phase: phase ?? "Running",
    podIP: ip,
    podIPs: [{ ip }],
    qosClass: "Burstable",
  });
}

export function podsOf(owner: Fields, count: number, phase?: string): readonly Fields[] {
  const { name, namespace } = metadataOf(owner);
  return Array.from({ length: count }, (_, at) =>
    podOfTemplate(owner, `${name}-${letters(`${namespace}/${name} ${at}`, 5)}`, {}, phase),
  );
}

export function numberedPods(owner: Fields, count: number): readonly Fields[] {
  const { name } = metadataOf(owner);
  return Array.from({ length: count }, (_, at) =>
    podOfTemplate(owner, `${name}-${at}`, {
      "apps.kubernetes.io/pod-index": String(at),
      "controller-revision-hash": `${name}-${letters(String(name), 10)}`,
      "statefulset.kubernetes.io/pod-name": `${name}-${at}`,
    }),
  );
}

function podOfTemplate(owner: Fields, name: string, more: Fields, phase = "Running"): Fields {
  const namespace = String(metadataOf(owner)["namespace"]);
  const template = templateOf(owner);
  const labels = { ...labelsOf(template), ...more };
  return pod({ owner, namespace, name, labels, spec: specOf(template), phase });
}
export function templateOf(owner: Fields): Fields {
  return fieldsAt(specOf(owner)["template"], "template");
}

export function container(name: string, ports: readonly (readonly [string, number, string?])[]) {
  return {
    image: `registry.example/${name}:1`,
    name,
    ports: ports.map(([port, containerPort, protocol = "TCP"]) => ({
      ...{ containerPort, name: port, protocol },
    })),
  };
}

function podSpec(spec: Fields): Fields {
  const defaults = {
    imagePullPolicy: "IfNotPresent",
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
  };
  return {
    dnsPolicy: "ClusterFirst",
    enableServiceLinks: true,
    nodeName: "worker-1",
    preemptionPolicy: "PreemptLowerPriority",
    priority: 0,
    restartPolicy: "Always",
    schedulerName: "default-scheduler",
    ...spec,
    containers: listAt(spec["containers"], "containers").map((one) => ({
      ...defaults,
      ...fieldsAt(one, "container"),
    })),
    tolerations: [{ effect: "NoExecute", key: "node.kubernetes.io/not-ready", operator: "Exists" }],
  };
}

function podAddress(name: string): string {
  let sum = 7;
  for (const code of Buffer.from(name)) sum = (sum * 31 + code) % 65_021;
  return `10.244.${sum >> 8}.${sum & 255}`;
}
