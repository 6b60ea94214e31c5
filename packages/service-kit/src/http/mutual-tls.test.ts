/** @slow waits until certificates have expired */
import { once } from "node:events";
import { createServer, type ServerOptions } from "node:https";
import type { ConnectionOptions } from "node:tls";
import { afterEach, describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { createTestCa } from "@veil/testing/tls";
import express from "express";
import { spiffeId } from "../tls/index.ts";
import { listen } from "./server.ts";
import {
  authority,
  certified,
  clientOf,
  closeAll,
  closeLater,
  DOMAIN,
  own,
  pemOf,
  rawClient,
  replace,
  send,
  serve,
  tokenOf,
} from "./tls-test-service.contract.ts";

const foreign = await createTestCa("theirs");
const past = { notAfter: new Date(Date.now() - 1_000) };
const both = { uris: [spiffeId("edge-gateway", DOMAIN), spiffeId("bridge", DOMAIN)] };

const callers = {
  foreign: await pemOf("edge-gateway", foreign),
  expired: await pemOf("edge-gateway", authority, past),
  noService: await authority.issue({ dns: ["edge-gateway"] }),
  two: await authority.issue(both),
  elsewhere: await authority.issue({ uris: [spiffeId("edge-gateway", "x")] }),
};

const callees = {
  foreign: await pemOf("bridge", foreign),
  expired: await pemOf("bridge", authority, past),
  host: await authority.issue({ dns: ["localhost"], ips: ["127.0.0.1"] }),
};

afterEach(closeAll);

test("With valid certificates on both sides, calls succeed over TLS 1.3", async () => {
  const { listener, requests } = await serve(certified("bridge"));
  const client = clientOf(listener.url, certified("edge-gateway"));
  expect(listener.url).toMatch(/^https:/);
  expect(await send(client)).toEqual({ answer: "in" });
  expect(await send(client)).toEqual({ answer: "in" });
  expect(requests()).toBe(2);
});

describe("Client certificates that a server accepts", () => {
  test.each<[string, ConnectionOptions]>([
    ["no certificate", {}],
    ["a certificate of another authority", callers.foreign],
    ["an expired certificate of an allowed caller", callers.expired],
    ["the certificate of a service that is not an allowed caller", own["inference-worker"]],
    ["the server's own certificate", own.bridge],
    ["a certificate of the right authority without a SPIFFE ID", callers.noService],
    ["a certificate with the SPIFFE IDs of two services", callers.two],
    ["a certificate of another trust domain", callers.elsewhere],
    ["the right certificate, but TLS 1.2", { ...own["edge-gateway"], maxVersion: "TLSv1.2" }],
  ])(
    "a server serves no request to a client with %s",
    async (_what, { ca: _any, ...presented }) => {
      const { listener, requests } = await serve(certified("bridge"));
      expect((await rawClient(listener.port, presented)).line).not.toMatch(/^HTTP/);
      expect(requests()).toBe(0);
    },
  );

  test("a server logs why it disconnected a client, without names from its certificate", async () => {
    const { listener, reasons } = await serve(certified("bridge"));
    await rawClient(listener.port, own["inference-worker"]);
    expect(reasons).toEqual([
      "The certificate belongs to a service that is not allowed to call this one",
    ]);
  });

  test.each<[string, ConnectionOptions]>([
    ["no certificate", {}],
    ["TLS 1.2", { maxVersion: "TLSv1.2" }],
  ])("a server logs OpenSSL's code of a failed handshake: %s", async (_what, options) => {
    const { listener, reasons } = await serve(certified("bridge"));
    await rawClient(listener.port, options);
    await until("the server has said so", () => reasons.length > 0);
    expect(reasons).toEqual([expect.stringMatching(/^ERR_SSL_[A-Z0-9_]+$/)]);
  });

  test("a server accepts a raw client with the right certificate", async () => {
    const { listener, requests } = await serve(certified("bridge"));
    const { cert, key } = own["edge-gateway"];
    expect((await rawClient(listener.port, { cert, key })).line).toBe("HTTP/1.1 200 OK");
    expect(requests()).toBe(1);
  });
});

describe("Server certificates that a client refuses", () => {
  test.each<[string, ServerOptions]>([
    ["the certificate of a service that is not the callee", own["inference-worker"]],
    ["the caller's own certificate", own["edge-gateway"]],
    ["a certificate of another authority", callees.foreign],
    ["an expired certificate", callees.expired],
    ["a certificate with the right host name but no SPIFFE ID", callees.host],
    ["TLS 1.2 only", { ...own.bridge, maxVersion: "TLSv1.2" }],
  ])("a client sends no request to a server with %s", async (_what, { ca: _any, ...presented }) => {
    let requests = 0;
    const server = createServer(presented, (_req, res) => {
      requests += 1;
      res.end("{}");
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    closeLater(() => server.close());
    const { port } = server.address() as { port: number };
    const client = clientOf(`https://127.0.0.1:${port}`, certified("edge-gateway"));
    await expect(send(client)).rejects.toMatchObject({ failure: "not_sent" });
    expect(requests).toBe(0);
  });

  test("a client with certificates sends nothing to a server without TLS, and cannot be created for an http: URL", async () => {
    const plain = await listen(express(), { host: "127.0.0.1", port: 0 });
    closeLater(() => plain.close(0));
    const gateway = certified("edge-gateway");
    const secure = clientOf(plain.url.replace("http:", "https:"), gateway);
    await expect(send(secure)).rejects.toMatchObject({ failure: "not_sent" });
    expect(() => clientOf(plain.url, gateway)).toThrow("must be https:");
  });
});

describe("Certificates combined with tokens", () => {
  test("a server refuses one caller's token over the connection of another allowed caller with 401", async () => {
    const { listener } = await serve(certified("bridge"), ["edge-gateway", "inference-worker"]);
    const thief = clientOf(listener.url, certified("inference-worker"), "edge-gateway");
    await expect(send(thief)).rejects.toMatchObject({ failure: "refused", status: 401 });
    const itself = clientOf(listener.url, certified("inference-worker"), "inference-worker");
    expect(await send(itself)).toEqual({ answer: "in" });
  });

  test("a server refuses the token of a service that is not an allowed caller with 403, as the isolation probe expects", async () => {
    const { listener } = await serve(certified("bridge"));
    const client = clientOf(listener.url, certified("edge-gateway"));
    const token = await tokenOf("inference-worker");
    await expect(send(client, token)).rejects.toMatchObject({ failure: "refused", status: 403 });
  });
});

describe("Certificates that change while the service runs", () => {
  test("no call is lost under load while certificates and authority change on both sides", async () => {
    const [bridge, gateway] = [certified("bridge"), certified("edge-gateway")];
    const { listener, requests } = await serve(bridge);
    const client = clientOf(listener.url, gateway);
    let running = true;
    let answered = 0;
    const callers = Array.from({ length: 8 }, async () => {
      while (running) {
        expect(await send(client)).toEqual({ answer: "in" });
        answered += 1;
      }
    });
    const next = await createTestCa("next");
    const [nextBridge, nextGateway] = [
      await pemOf("bridge", next),
      await pemOf("edge-gateway", next),
    ];
    const bundle = `${authority.ca}${next.ca}`;
    // The steps that an operator takes: trust both authorities, change the certificates, remove the
    // old authority.
    const steps = [
      () => replace(bridge, { ...own.bridge, ca: bundle }),
      () => replace(gateway, { ...own["edge-gateway"], ca: bundle }),
      () => replace(bridge, { ...nextBridge, ca: bundle }),
      () => replace(gateway, { ...nextGateway, ca: bundle }),
      () => replace(bridge, nextBridge),
      () => replace(gateway, nextGateway),
    ];
    for (const step of steps) {
      const before = answered;
      step();
      await until("calls go on", () => answered > before + 50);
    }
    running = false;
    await Promise.all(callers);
    expect(requests()).toBe(answered);

    const { cert, key } = own["edge-gateway"];
    expect((await rawClient(listener.port, { cert, key })).line).not.toMatch(/^HTTP/);
  });

  test("a server presents a new certificate on the next connection", async () => {
    const [bridge, gateway] = [certified("bridge"), certified("edge-gateway")];
    const { listener } = await serve(bridge);
    const before = await presentedBy(listener.port);
    replace(bridge, await pemOf("bridge"));
    expect(await presentedBy(listener.port)).not.toBe(before);
    expect(await send(clientOf(listener.url, gateway))).toEqual({ answer: "in" });
  });

  test("both sides keep the old certificate if the new one's key does not match", async () => {
    const [bridge, gateway] = [certified("bridge"), certified("edge-gateway")];
    const { listener } = await serve(bridge);
    const client = clientOf(listener.url, gateway);
    const before = await presentedBy(listener.port);
    replace(bridge, { ...(await pemOf("bridge")), key: own.bridge.key });
    replace(gateway, { ...(await pemOf("edge-gateway")), key: own["edge-gateway"].key });
    expect(await presentedBy(listener.port)).toBe(before);
    expect(await send(client)).toEqual({ answer: "in" });
  });
});

describe("Resumed TLS sessions", () => {
  test("the client resumes its session on the next connection", async () => {
    const reused: boolean[] = [];
    const server = createServer({ ...own.bridge, requestCert: true }, (_req, res) =>
      res.writeHead(200, { connection: "close" }).end("{}"),
    );
    server.on("secureConnection", (socket) => reused.push(socket.isSessionReused()));
    await once(server.listen(0, "127.0.0.1"), "listening");
    closeLater(() => server.close());
    const { port } = server.address() as { port: number };
    const client = clientOf(`https://127.0.0.1:${port}`, certified("edge-gateway"));
    await send(client);
    await send(client);
    expect(reused).toEqual([false, true]);
  });

  test("a server accepts a resumed session and still knows which service the client is", async () => {
    const { listener, requests } = await serve(certified("bridge"));
    const { cert, key } = own["edge-gateway"];
    const { session } = await rawClient(listener.port, { cert, key });
    const { reused, line } = await rawClient(listener.port, { cert, key, session });
    expect({ reused, line }).toEqual({ reused: true, line: "HTTP/1.1 200 OK" });
    expect(requests()).toBe(2);
  });

  test("connections and resumed sessions stop working when the certificate expires", async () => {
    const endMs = Math.ceil(Date.now() / 1000) * 1000 + 5_000;
    const short = await pemOf("edge-gateway", authority, { notAfter: new Date(endMs) });
    const { listener, requests } = await serve(certified("bridge"));
    const gateway = certified("edge-gateway", short);
    const client = clientOf(listener.url, gateway);
    const { cert, key } = short;
    const { session } = await rawClient(listener.port, { cert, key });
    expect(await send(client)).toEqual({ answer: "in" });
    await until("the certificate has expired", () => Date.now() > endMs);
    const seen = requests();
    await expect(send(client)).rejects.toMatchObject({ failure: "interrupted" });
    const late = await rawClient(listener.port, { cert, key, session });
    expect(late.line).not.toMatch(/^HTTP/);
    expect(requests()).toBe(seen);
  });
});

async function presentedBy(port: number): Promise<string | undefined> {
  const { cert, key } = own["edge-gateway"];
  const { serialNumber } = await rawClient(port, { cert, key });
  expect(serialNumber).toMatch(/^[0-9A-F]+$/);
  return serialNumber;
}
