import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { judgePath, until } from "@veil/testing";
import { at, listAt, type Manifest, titleOf } from "../deployment/manifests.ts";

/** The control plane of scripts/with-kubernetes. The suites use no other cluster, because they delete everything in it. */
export const KUBECONFIG = judgePath("kubernetes");

export const MISSING = "VEIL_TEST_KUBERNETES; scripts/with-kubernetes sets it";

const OPTIONS = { maxBuffer: 256 * 1024 * 1024 };
const PART_OF = "app.kubernetes.io/part-of=veil-gateway";
const NODE = "veil.test/kubelet";
/** What a kubelet and the system keep of each node. */
const RESERVED = { cpu: 0.25, memoryGib: 1 };
/** Kubernetes says so about every headless Service, also without this field. */
const HARMLESS = "spec.SessionAffinity is ignored for headless services";

export interface NodePool {
  readonly count: number;
  readonly zones: number;
  readonly cpu: number;
  readonly memoryGib: number;
}

export interface Result {
  /** Why the script ended early, with the messages of its last command. */
  readonly refusals: readonly string[];
  readonly warnings: readonly string[];
}

/** Runs a shell script, which ends at its first failing command. */
export async function runScript(script: string, cwd: string): Promise<Result> {
  const whole = `set -euo pipefail\nexport KUBECONFIG='${KUBECONFIG}'\n${script}`;
  const child = promisify(execFile)("bash", ["-c", whole], { ...OPTIONS, cwd });
  child.child.stdin?.end();
  const { code, stderr } = await child.then(
    (done) => ({ code: 0, ...done }),
    (error: { code: number; stderr: string }) => error,
  );
  const lines = stderr.split("\n").filter((line) => line !== "" && !line.includes(HARMLESS));
  const warnings = lines.filter((line) => /\bwarning/i.test(line));
  return { refusals: code === 0 ? [] : [`exit code ${code}`, ...lines], warnings };
}

/** Runs kubectl. @throws Error with its message when it fails */
export async function kubectl(...args: readonly string[]): Promise<string> {
  return await kubectlWith("", args);
}

async function kubectlWith(input: string, args: readonly string[]): Promise<string> {
  const child = promisify(execFile)("kubectl", [`--kubeconfig=${KUBECONFIG}`, ...args], OPTIONS);
  child.child.stdin?.end(input);
  return (await child).stdout;
}

export async function getObjects(...args: readonly string[]): Promise<readonly Manifest[]> {
  return listAt(JSON.parse(await kubectl("get", "-o", "json", ...args)), "items") as Manifest[];
}

/** Replaces all nodes. Node 1 is in zone 1, and so on, in turn. */
export async function replaceNodes({ count, zones, cpu, memoryGib }: NodePool): Promise<void> {
  await kubectl("delete", "nodes", "--all");
  for (let index = 0; index < count; index++) {
    const name = `node-${index + 1}`;
    const size = {
      cpu: `${(cpu - RESERVED.cpu) * 1000}m`,
      memory: `${memoryGib - RESERVED.memoryGib}Gi`,
      "ephemeral-storage": "100Gi",
      pods: "110",
    };
    const node = {
      apiVersion: "v1",
      kind: "Node",
      metadata: {
        name,
        labels: {
          "kubernetes.io/hostname": name,
          "kubernetes.io/os": "linux",
          "topology.kubernetes.io/zone": `zone-${(index % zones) + 1}`,
          [NODE]: "answers",
        },
      },
      status: { capacity: size, allocatable: size },
    };
    await kubectlWith(JSON.stringify(node), ["create", "-f", "-"]);
  }
  await kubectl("wait", "nodes", "--all", "--for=condition=Ready", "--timeout=60s");
}

/** Lets the nodes of a zone stop or continue to answer. */
export async function setZone(zone: string, state: "answers" | "silent"): Promise<void> {
  await kubectl(
    "label",
    "nodes",
    "-l",
    `topology.kubernetes.io/zone=${zone}`,
    `${NODE}=${state}`,
    "--overwrite",
  );
}

/** Deletes every object of the product, and what its operators made of them. */
export async function emptyCluster(): Promise<void> {
  const names = (await kubectl("get", "namespaces", "-o", "name")).split("\n");
  const ours = names.filter((name) => name.startsWith("namespace/veil-"));
  if (ours.length > 0) await kubectl("delete", ...ours);
  const left = await productObjects();
  for (const { kind, metadata } of left)
    await kubectl(
      "delete",
      kind,
      metadata.name,
      ...(metadata.namespace ? ["-n", metadata.namespace] : []),
    );
  for (const namespace of ["cert-manager", "rabbitmq-system"])
    await kubectl("delete", "secret", "veil-gateway-ca", "-n", namespace, "--ignore-not-found");
}

/** Returns every object in the cluster that has the product's label, and that no other object owns. */
export async function productObjects(): Promise<readonly Manifest[]> {
  const kinds = await kubectl("api-resources", "--verbs=list,delete", "-o", "name");
  const objects = await getObjects(kinds.trim().split("\n").join(","), "-A", "-l", PART_OF);
  return objects.filter(({ metadata }) => !("ownerReferences" in metadata));
}

/**
 * Waits until all workloads are complete. Returns what is not, with the reason and the last events of
 * each object.
 */
export async function incomplete(): Promise<readonly string[]> {
  try {
    await until("all workloads are complete", async () => (await findProblems()).length === 0);
    return [];
  } catch {
    // The list says more than that time has passed.
    return await explain(await findProblems());
  }
}

interface Problem {
  readonly object: Manifest;
  readonly reason: string;
}

async function findProblems(): Promise<readonly Problem[]> {
  const kinds = [
    ...["deployments", "statefulsets", "jobs", "pods", "horizontalpodautoscalers"],
    "clusters.postgresql.cnpg.io",
  ];
  const objects = await getObjects(kinds.join(","), "-A");
  return objects.flatMap((object) => {
    const reason = problemOf(object);
    return reason === undefined ? [] : [{ object, reason }];
  });
}

function problemOf(object: Manifest): string | undefined {
  const number = (...path: string[]) => Number(at(object, ...path) ?? 0);
  const ready = `${number("status", "readyReplicas")} of ${number("spec", "replicas")} ready`;
  switch (object.kind) {
    case "Deployment":
    case "StatefulSet": {
      const counts = ["readyReplicas", "updatedReplicas", "replicas"].map((name) =>
        number("status", name),
      );
      const isSeen = number("status", "observedGeneration") === number("metadata", "generation");
      return isSeen && counts.every((count) => count === number("spec", "replicas"))
        ? undefined
        : ready;
    }
    case "Cluster": {
      const [is, should] = [number("status", "readyInstances"), number("spec", "instances")];
      return is === should ? undefined : `${is} of ${should} instances ready`;
    }
    case "HorizontalPodAutoscaler": {
      const [is, least] = [number("status", "currentReplicas"), number("spec", "minReplicas")];
      return is >= least ? undefined : `${is} of at least ${least} replicas`;
    }
    case "Job":
      return number("status", "succeeded") > 0 ? undefined : "has not succeeded";
    default:
      return podProblem(object);
  }
}

function podProblem(pod: Manifest): string | undefined {
  const phase = String(at(pod, "status", "phase"));
  if (phase === "Succeeded" || conditionOf(pod, "Ready") === "True") return undefined;
  return `${phase} ${conditionOf(pod, "PodScheduled", "message") ?? ""}`.trim();
}

/** Returns the status, or another field, of a condition of an object. */
export function conditionOf(object: Manifest, type: string, field = "status"): string | undefined {
  const found = listAt(object, "status", "conditions").find((one) => at(one, "type") === type);
  const value = at(found, field);
  return typeof value === "string" ? value : undefined;
}

async function explain(problems: readonly Problem[]): Promise<readonly string[]> {
  // Without metrics-server, every autoscaler has warnings.
  const events = (await getObjects("events", "-A")).filter(
    (event) =>
      event["type"] === "Warning" &&
      at(event, "involvedObject", "kind") !== "HorizontalPodAutoscaler",
  );
  return problems.map(({ object, reason }) => {
    const { namespace, name } = object.metadata;
    // A Deployment's pods are refused at its ReplicaSet, whose name begins with that of the Deployment.
    const own = events.filter(
      (event) =>
        at(event, "involvedObject", "namespace") === namespace &&
        String(at(event, "involvedObject", "name")).startsWith(name),
    );
    const texts = own.map((event) => `${String(event["reason"])}: ${String(event["message"])}`);
    return `${titleOf(object)}: ${reason}\n  ${[...new Set(texts)].slice(-3).join("\n  ")}`;
  });
}
