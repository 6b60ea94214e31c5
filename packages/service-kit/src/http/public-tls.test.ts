import { afterEach, expect, test } from "@jest/globals";
import { createTestCa, createTlsFolder } from "@veil/testing/tls";
import express from "express";
import { Agent, type buildConnector, request } from "undici";
import { silentLogger } from "../telemetry/index.ts";
import { openPublicTls } from "../tls/index.ts";
import { listen } from "./server.ts";
import { closeAll, closeLater, pemOf } from "./tls-test-service.contract.ts";

afterEach(closeAll);
const authority = await createTestCa("public");
const address = { host: "127.0.0.1", port: 0 };

async function open() {
  const folder = createTlsFolder(await authority.issue({ ips: ["127.0.0.1"] }));
  const { certFile, keyFile } = folder;
  const settings = { files: { certFile, keyFile }, reloadMs: 600_000 };
  const source = openPublicTls(settings, { log: silentLogger });
  const app = express().get("/", (_req, res) => void res.json({ answer: "in" }));
  const listener = await listen(app, address, { kind: "public", source });
  closeLater(folder.remove);
  closeLater(source.close);
  closeLater(() => listener.close(0));
  return { folder, source, listener };
}

async function ask(url: string, connect: buildConnector.BuildOptions) {
  const dispatcher = new Agent({ connect });
  closeLater(() => dispatcher.destroy());
  const { statusCode, body } = await request(url, { dispatcher });
  await body.dump();
  return statusCode;
}

test("A public port requires no client certificate, and clients verify its host name", async () => {
  const { listener } = await open();
  expect(listener.url).toMatch(/^https:/);
  expect(await ask(listener.url, { ca: authority.ca })).toBe(200);
  const byName = ask(listener.url.replace("127.0.0.1", "localhost"), { ca: authority.ca });
  await expect(byName).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
});

test("A public port ignores the certificate of a client that presents one", async () => {
  const { listener } = await open();
  const { cert, key } = await pemOf("edge-gateway", await createTestCa("theirs"));
  expect(await ask(listener.url, { ca: authority.ca, cert, key })).toBe(200);
});

test("A public port also accepts TLS 1.2", async () => {
  const { listener } = await open();
  expect(await ask(listener.url, { ca: authority.ca, maxVersion: "TLSv1.2" })).toBe(200);
});

test("A public port uses a new certificate on the next connection", async () => {
  const { listener, folder, source } = await open();
  const next = await createTestCa("next");
  folder.write(await next.issue({ ips: ["127.0.0.1"] }));
  source.refresh();
  expect(await ask(listener.url, { ca: next.ca })).toBe(200);
  await expect(ask(listener.url, { ca: authority.ca })).rejects.toThrow();
});
