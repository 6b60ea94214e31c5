import { readdirSync, readlinkSync } from "node:fs";
import type { ServiceName } from "@veil/crypto";
import { type Stack, usedHeap } from "@veil/local-stack";
import pg from "pg";
import { residentMegabytes } from "../pipeline/memory.ts";

/** The services that a call goes through. */
export const INSPECTED = [
  "edge-gateway",
  "bridge",
  "sanitiser",
  "inference-worker",
] as const satisfies readonly ServiceName[];
export type InspectorPorts = ReadonlyMap<string, number>;

/** The resources that a stack holds while no calls are in flight. */
export interface StackUse {
  /** Heap bytes in use after a garbage collection, in each service's main thread. */
  readonly heap: ReadonlyMap<string, number>;
  /** Resident memory of each process. */
  readonly memory: ReadonlyMap<string, number>;
  /** Open sockets of each process. Available only on Linux. */
  readonly sockets: ReadonlyMap<string, number>;
  /**
   * Rows in each table of the gateway's database, but not of the audit log, which grows by design.
   */
  readonly rows: ReadonlyMap<string, number>;
}

export async function measureStack(stack: Stack, ports: InspectorPorts): Promise<StackUse> {
  const heap = new Map<string, number>();
  for (const [name, port] of ports) heap.set(name, (await usedHeap(port)) / 2 ** 20);
  const pids = [...stack.pids()].filter(([name]) => name !== "postgres");
  return {
    heap,
    memory: new Map(pids.map(([name, pid]) => [name, residentMegabytes(pid)])),
    sockets: new Map(pids.map(([name, pid]) => [name, openSockets(pid)])),
    rows: await rowsOf(stack.databases.gatewayAdminUrl),
  };
}

function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => isSocket(`${folder}/${name}`)).length;
}

function isSocket(file: string): boolean {
  try {
    return readlinkSync(file).startsWith("socket:");
  } catch {
    // The file was closed after the folder was read.
    return false;
  }
}

const TABLES = `select schemaname || '.' || tablename as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema') order by 1`;

async function rowsOf(connectionString: string): Promise<ReadonlyMap<string, number>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(TABLES);
    const counts: [string, number][] = [];
    for (const { name } of rows) {
      const [schema = "", table = ""] = name
        .split(".")
        .map((part) => client.escapeIdentifier(part));
      const counted = await client.query<{ count: string }>(
        `select count(*) from ${schema}.${table}`,
      );
      counts.push([name, Number(counted.rows[0]?.count)]);
    }
    return new Map(counts);
  } finally {
    await client.end();
  }
}
