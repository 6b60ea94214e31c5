import { once } from "node:events";
import { chmodSync, chownSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import { createTestCa } from "@veil/testing/tls";
import type { Context } from "../cluster/context.ts";
import { joinSockets } from "../cluster/join-sockets.ts";
import { PROVIDER_ADDRESS } from "../cluster/plan-cluster.ts";
import { privateFile } from "../cluster/pod-container.ts";
import { PodProcess } from "../cluster/pod-process.ts";
import { NODE_INSIDE, ownFolder, REPOSITORY_INSIDE } from "../cluster/run-in-pod.ts";

const UID = 65_534;
const SERVERS = `${REPOSITORY_INSIDE}/test-e2e/isolation/servers`;

/** The servers by host name, each with the port on which it listens on this machine. */
export type OutsideServers = Readonly<Record<string, { readonly port: number }>>;

export interface Outside {
  /** The PEM of the authority that issued the servers' certificates. */
  readonly ca: string;
  close(): void;
}

/** Starts a TLS server in front of all these servers, and the cluster's DNS. */
export async function startOutside(
  { network, planned }: Context,
  servers: OutsideServers,
): Promise<Outside> {
  const hosts = Object.keys(servers);
  const internet = planned.pod("internet");
  const sockets = ownFolder(network, internet, "servers", UID);
  const authority = await createTestCa("The Internet's CA");
  const { cert, key } = await authority.issue({ dns: hosts });
  privateFile(path.join(sockets, "cert.pem"), cert, UID);
  privateFile(path.join(sockets, "key.pem"), key, UID);
  const closers = await Promise.all(
    Object.entries(servers).map(([host, { port }]) =>
      openServerSocket(path.join(sockets, host), port),
    ),
  );
  new PodProcess(network, internet, {
    name: "servers",
    uid: UID,
    argv: [NODE_INSIDE, `${SERVERS}/internet.mjs`, ...hosts],
    mounts: { "/servers": sockets },
  }).start();
  const dns = planned.pod("kube-system/kube-dns");
  new PodProcess(network, dns, {
    name: "main",
    uid: UID,
    argv: [NODE_INSIDE, `${SERVERS}/resolver.mjs`, dns.id, PROVIDER_ADDRESS, ...hosts],
  }).start();
  return {
    ca: authority.ca,
    close() {
      for (const close of closers) close();
    },
  };
}

async function openServerSocket(file: string, port: number): Promise<() => void> {
  const server = createServer({ noDelay: true }, (client) =>
    joinSockets(client, connect(port, "127.0.0.1")),
  );
  server.listen(file);
  await once(server, "listening");
  chownSync(file, UID, UID);
  chmodSync(file, 0o600);
  return () => server.close();
}
