import { once } from "node:events";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import type { PrincipalName, ServiceName } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { createTestCa, createTlsFolder, type TestPem, type TlsFolder } from "@veil/testing/tls";
import express from "express";
import { createMetrics, silentLogger } from "../telemetry/index.ts";
import { openServiceTls, type ServiceTls, spiffeId } from "../tls/index.ts";
import { createCallerCheck, requireCaller } from "./caller.ts";
import { createServiceClient, type ServiceClient } from "./client/service-client.ts";
import { createTokenIssuer } from "./client/token-issuer.ts";
import { errorHandler } from "./errors.ts";
import { requestContext } from "./request-context.ts";
import { listen } from "./server.ts";

export const DOMAIN = "veil-gateway";
export const authority = await createTestCa("ours");
const { trust, keysOf } = createTestTrust();

export const pemOf = (service: PrincipalName, from = authority, validity = {}): Promise<TestPem> =>
  from.issue({ uris: [spiffeId(service, DOMAIN)], ...validity });

export const own = {
  bridge: await pemOf("bridge"),
  "edge-gateway": await pemOf("edge-gateway"),
  "inference-worker": await pemOf("inference-worker"),
};
type Own = keyof typeof own;

const closing: (() => unknown)[] = [];

export function closeLater(close: () => unknown): void {
  closing.push(close);
}

export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

export interface Certified {
  readonly tls: ServiceTls;
  readonly folder: TlsFolder;
}

export function certified(service: Own, pem: TestPem = own[service]): Certified {
  const folder = createTlsFolder(pem);
  const settings = { files: folder, trustDomain: DOMAIN, reloadMs: 600_000 };
  const tls = openServiceTls(settings, { service, log: silentLogger });
  closing.push(folder.remove, tls.source.close);
  return { tls, folder };
}

export function replace({ folder, tls }: Certified, pem: TestPem): void {
  folder.write(pem);
  tls.source.refresh();
}

export async function serve(
  { tls }: Certified,
  allowed: readonly ServiceName[] = ["edge-gateway"],
) {
  let requests = 0;
  const reasons: unknown[] = [];
  const log = {
    ...silentLogger,
    warn: (_event: string, fields?: { reason?: string }) => void reasons.push(fields?.reason),
    info: (event: string, fields?: { code?: string }) => {
      if (event === "handshake_failed") reasons.push(fields?.code);
    },
  };
  const app = express()
    .use(requestContext({ log: silentLogger, metrics: createMetrics("test"), trustCaller: true }))
    .use((_req, _res, next) => {
      requests += 1;
      next();
    })
    .use(requireCaller(createCallerCheck({ service: "bridge", allowed, trust })))
    .get("/door", (_req, res) => void res.json({ answer: "in" }))
    .use(errorHandler(silentLogger));
  const address = { host: "127.0.0.1", port: 0 };
  const listener = await listen(app, address, { kind: "mutual", own: tls, allowed, log });
  closing.push(() => listener.close(0));
  return { listener, reasons, requests: () => requests };
}

export function clientOf(url: string, { tls }: Certified, service: Own = "edge-gateway") {
  const issuer = createTokenIssuer(keysOf(service));
  const client = createServiceClient({ baseUrl: url, callee: "bridge", issuer, tls });
  closing.push(() => client.close());
  return client;
}

export const tokenOf = (service: Own) => createTokenIssuer(keysOf(service)).tokenFor("bridge");

export const send = (client: ServiceClient, token?: string) =>
  client.call({
    path: "/door",
    timeoutMs: 5_000,
    parse: (body) => body,
    ...(token !== undefined && { token }),
  });

/** Sends a request over a raw TLS connection that accepts every server certificate. */
export async function rawClient(port: number, options: ConnectionOptions) {
  const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false, ...options });
  const tickets: Buffer[] = [];
  socket.on("session", (ticket) => tickets.push(ticket));
  const failed = endOf(socket);
  const secured = once(socket, "secureConnect").then(() => undefined);
  const problem = await Promise.race([failed, secured]);
  const line = problem ?? (await Promise.race([failed, ask(socket)]));
  const { serialNumber } = socket.getPeerCertificate() ?? {};
  const reused = socket.isSessionReused();
  socket.destroy();
  return { line, reused, serialNumber, session: tickets.at(-1) };
}

function endOf(socket: TLSSocket): Promise<string> {
  return new Promise((resolve) => {
    socket.once("error", ({ message }) => resolve(message));
    socket.once("close", () => resolve("closed"));
  });
}

async function ask(socket: TLSSocket): Promise<string> {
  const authorization = `Bearer ${await tokenOf("edge-gateway")}`;
  socket.write(`GET /door HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n\r\n`);
  const [bytes] = (await once(socket, "data")) as [Buffer];
  return bytes.toString().split("\r\n")[0] ?? "";
}
