import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { dataFile } from "@veil/testing";
import { type Cluster, PROTOCOLS } from "../src/manifests/cluster.ts";
import { readCluster } from "../src/manifests/read-cluster.ts";
import { readYamlDocuments } from "../src/manifests/yaml-documents.ts";
import { addressRange } from "../src/semantics/addresses.ts";
import {
  anyOf,
  type Connections,
  EVERYTHING,
  NOTHING,
  ports,
} from "../src/semantics/connections.ts";
import type { AddressEndpoint } from "../src/semantics/endpoints.ts";

/** The folder of the committed cases. All other cases are in the folder that VEIL_DATA names. */
const COMMITTED = path.join(import.meta.dirname, "vectors/np-guard");

export interface ExpectedLine {
  readonly from: string;
  readonly to: string;
  readonly connections: Connections;
}

export function npGuardFile(name: string): string | undefined {
  const committed = path.join(COMMITTED, name);
  return existsSync(committed) ? committed : dataFile(`vectors/netpol-np-guard/${name}`);
}

/**
 * Reads the cluster of a case. The pods get no addresses and are not on the node's network, because
 * np-guard applies an ipBlock only to the outside, and policies to every pod.
 */
export function npGuardCluster(folder: string, prepare = (text: string) => text): Cluster {
  const objects = readdirSync(folder)
    .filter((name) => /\.(yaml|json)$/.test(name) && name !== "connlist_output.json")
    .flatMap((name) =>
      readYamlDocuments(prepare(readFileSync(path.join(folder, name), "utf8")), name),
    );
  const cluster = readCluster(objects);
  return {
    ...cluster,
    workloads: cluster.workloads.map((workload) => ({
      ...workload,
      addresses: [],
      hostNetwork: false,
    })),
  };
}

export function sections(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>([["", []]]);
  let current = "";
  for (const line of text.split("\n").filter((each) => each.trim() !== "")) {
    if (/^[A-Z][^=<]*:$/.test(line)) current = line.slice(0, -1);
    found.set(current, [...(found.get(current) ?? []), ...(line.endsWith(":") ? [] : [line])]);
  }
  return found;
}

/**
 * Replaces the names of ReplicaSets, which np-guard uses for pods, with the names of their
 * Deployments.
 */
export function afterDeployment(text: string): string {
  return text.replaceAll(/-[0-9a-z]{8,10}\[ReplicaSet\]/g, "[Deployment]");
}

export function readLine(line: string): ExpectedLine {
  const [, left = "", arrow, right = "", connections = ""] =
    /^(.+?)\s+(=>|<=)\s+(.+?) : (.+)$/.exec(afterDeployment(line)) ?? [];
  const [from, to] = arrow === "<=" ? [right, left] : [left, right];
  if (from === "" || to === "") throw new Error(`cannot read: ${line}`);
  return { from, to, connections: readConnections(connections) };
}

/** Parses `All Connections`, `No Connections`, or a list such as `TCP 80,90-99,UDP 53`. */
function readConnections(text: string): Connections {
  if (text === "All Connections") return EVERYTHING;
  if (text === "No Connections") return NOTHING;
  let protocol = "";
  return anyOf(
    text.split(",").map((part) => {
      const [, named = "", first = "", last = first] =
        /^(?:([A-Z]+) )?(\d+)(?:-(\d+))?$/.exec(part) ?? [];
      protocol = named === "" ? protocol : named;
      const known = PROTOCOLS.find((each) => each === protocol);
      if (known === undefined || first === "") throw new Error(`cannot read: ${text}`);
      return ports(known, Number(first), Number(last));
    }),
  );
}

export function readExternal(end: string): AddressEndpoint | undefined {
  const [, first, last] = /^(\d[\d.]*)-(\d[\d.]*)\[External\]$/.exec(end) ?? [];
  if (first === undefined || last === undefined) return undefined;
  return { kind: "addresses", addresses: addressRange(first, last) };
}
