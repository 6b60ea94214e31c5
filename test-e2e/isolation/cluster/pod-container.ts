import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PlannedPod } from "@veil/netpol";
import {
  at,
  type Fields,
  listAt,
  type Manifest,
  podsOf,
  workloadName,
} from "../../support/deployment/manifests.ts";
import type { Network } from "../network/open-network.ts";
import { API_SERVER_ADDRESS, DNS_ADDRESS } from "./plan-cluster.ts";
import { type Container, NODE_INSIDE, ownFolder, REPOSITORY_INSIDE } from "./run-in-pod.ts";
import { dataOf } from "./secrets.ts";

interface Source {
  readonly network: Network;
  readonly objects: readonly Manifest[];
}

/**
 * Builds the container of a workload from its manifest. @param pod - the workload's pod, or a copy
 */
export function containerOf(
  { network, objects }: Source,
  workload: string,
  pod: PlannedPod,
): Container {
  const found = podsOf(objects).find(
    ({ manifest }) => `${manifest.metadata.namespace}/${workloadName(manifest)}` === workload,
  );
  if (found === undefined) throw new Error(`No manifest describes the pods of ${workload}`);
  const { namespace } = found.manifest.metadata;
  const container = at(found.pod, "containers", 0) as Fields;
  const uid = Number(at(container, "securityContext", "runAsUser"));
  const place = { network, objects, namespace, pod, uid, workload };
  const volumes = [
    ...listAt(found.pod, "volumes"),
    ...listAt(found.manifest, "spec", "volumeClaimTemplates").map((claim) => ({
      name: at(claim, "metadata", "name"),
    })),
  ];
  const mounts = listAt(container, "volumeMounts").map((mount) => [
    String(at(mount, "mountPath")),
    mounted(
      place,
      mount,
      volumes.find((volume) => at(volume, "name") === at(mount, "name")),
    ),
  ]);
  return {
    name: "main",
    uid,
    argv: programOf(container),
    env: environmentOf(place, container),
    mounts: { ...nameFiles(place, found.pod), ...Object.fromEntries(mounts) },
  };
}

interface Place extends Source {
  readonly namespace: string | undefined;
  readonly pod: PlannedPod;
  readonly uid: number;
}

function programOf(container: Fields): readonly string[] {
  const [, service] = /^veil-gateway\/([a-z-]+):/.exec(String(at(container, "image"))) ?? [];
  const [main = "dist/main.js", ...args] = listAt(container, "args").map(String);
  if (service === undefined) return listAt(container, "command").map(String);
  return [NODE_INSIDE, `${REPOSITORY_INSIDE}/services/${service}/${main}`, ...args];
}

function environmentOf({ objects, namespace }: Place, container: Fields): Record<string, string> {
  const maps = listAt(container, "envFrom").map((source) =>
    dataOf(objects, "ConfigMap", namespace, String(at(source, "configMapRef", "name"))),
  );
  const own = listAt(container, "env").map((entry) => [
    String(at(entry, "name")),
    String(at(entry, "value")),
  ]);
  // Variables that the image or the kubelet sets.
  const given = { HOST: "0.0.0.0", KUBERNETES_SERVICE_HOST: API_SERVER_ADDRESS };
  return Object.assign(given, ...maps, Object.fromEntries(own));
}

function mounted(place: Place, mount: unknown, volume: unknown): string {
  const name = String(at(mount, "name"));
  const folder = ownFolder(place.network, place.pod, `volume-${name}`, place.uid);
  const contents = contentsOf(place, volume);
  for (const [file, text] of Object.entries(contents))
    privateFile(path.join(folder, file), text, place.uid);
  const subPath = at(mount, "subPath");
  return subPath === undefined ? folder : path.join(folder, String(subPath));
}

function contentsOf({ objects, namespace }: Place, volume: unknown) {
  const configMap = at(volume, "configMap", "name");
  if (configMap !== undefined) return dataOf(objects, "ConfigMap", namespace, String(configMap));
  const secret = at(volume, "secret", "secretName");
  if (secret === undefined) return {};
  const all = dataOf(objects, "Secret", namespace, String(secret));
  const items = listAt(volume, "secret", "items");
  if (items.length === 0) return all;
  return Object.fromEntries(
    items.map((item) => [String(at(item, "path")), all[String(at(item, "key"))] ?? ""]),
  );
}

function nameFiles({ network, pod, uid }: Place, spec: Fields): Record<string, string> {
  const aliases = listAt(spec, "hostAliases").map(
    (alias) => `${at(alias, "ip")} ${listAt(alias, "hostnames").join(" ")}`,
  );
  const own = listAt(spec, "dnsConfig", "nameservers");
  const servers = at(spec, "dnsPolicy") === "None" ? own : [DNS_ADDRESS];
  return namesOf(network, pod, uid, {
    hosts: aliases,
    servers: servers.map(String),
  });
}

export function namesOf(
  network: Network,
  pod: PlannedPod,
  uid: number,
  { hosts, servers }: { readonly hosts: readonly string[]; readonly servers: readonly string[] },
): Record<string, string> {
  const folder = ownFolder(network, pod, "names", uid);
  const files = {
    hosts: ["127.0.0.1 localhost", ...hosts],
    "resolv.conf": servers.map((server) => `nameserver ${server}`),
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, lines]) => {
      const file = path.join(folder, name);
      privateFile(file, `${lines.join("\n")}\n`, uid);
      chmodSync(file, 0o444);
      return [`/etc/${name}`, file];
    }),
  );
}

export function privateFile(file: string, text: string, uid: number): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o600 });
  chownSync(file, uid, uid);
  chmodSync(file, 0o400);
  return file;
}
