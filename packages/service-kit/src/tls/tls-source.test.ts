import { rmSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { createTestCa, createTlsFolder } from "@veil/testing/tls";
import { createMetrics, type LogFields, silentLogger } from "../telemetry/index.ts";
import { openServiceTls } from "./open-tls.ts";
import { spiffeId } from "./spiffe-id.ts";
import { createTlsMetrics } from "./tls-metrics.ts";
import type { TlsSource } from "./tls-source.ts";

const DOMAIN = "veil-gateway";
const authority = await createTestCa();
const { ca: otherCa } = await createTestCa();
const HOUR_MS = 3_600_000;
const uris = [spiffeId("bridge", DOMAIN)];
const first = await authority.issue({ uris });
const second = await authority.issue({ uris, notAfter: new Date(Date.now() + 2 * HOUR_MS) });

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function open(pem = first, reloadMs = 600_000) {
  const folder = createTlsFolder(pem);
  closing.push(folder.remove);
  const lines: { event: string; reason: LogFields["reason"] }[] = [];
  const record = (event: string, fields?: LogFields) =>
    void lines.push({ event, reason: fields?.reason });
  const metrics = createMetrics("test");
  const { certFile, keyFile, caFile } = folder;
  const { source } = openServiceTls(
    { files: { certFile, keyFile, caFile }, trustDomain: DOMAIN, reloadMs },
    {
      service: "bridge",
      log: { ...silentLogger, info: record, error: record },
      metrics: createTlsMetrics(metrics),
    },
  );
  closing.push(source.close);
  const seen: unknown[] = [];
  source.onChange(({ pem: { cert } }) => seen.push(cert));
  return { folder, source, lines, seen, text: () => metrics.registry.metrics() };
}

const certOf = (source: TlsSource) => source.current().pem.cert;

describe("Valid certificate files that change", () => {
  test("changed files are loaded automatically, and listeners are called once", async () => {
    const { folder, source, seen, text } = open(first, 50);
    expect(certOf(source)).toBe(first.cert);
    folder.write(second);
    await until("the new one is in use", () => certOf(source) === second.cert);
    source.refresh();
    expect(seen).toEqual([second.cert]);
    const expiry = /veil_tls_certificate_expiry_timestamp_seconds\{[^}]*\} (\d+)/.exec(
      await text(),
    );
    expect(Number(expiry?.[1])).toBeCloseTo((Date.now() + 2 * HOUR_MS) / 1000, -2);
  });

  test("a changed authority file is loaded even if the certificate is unchanged", () => {
    const { folder, source } = open();
    const both = `${authority.ca}${otherCa}`;
    folder.write({ ...first, ca: both });
    source.refresh();
    expect(source.current().pem.ca).toBe(both);
  });
});

const expired = { uris, notAfter: new Date(Date.now() - 60_000) };
const early = { uris, notBefore: new Date(Date.now() + 60_000) };
const others = { uris: [spiffeId("inference-worker", DOMAIN)] };
const cases = [
  ["a key of another certificate", { ...first, key: second.key }, "does not match the certificate"],
  ["no key", { ...second, key: "" }, "does not match the certificate"],
  ["half a certificate", { ...second, cert: second.cert.slice(0, 500) }, "contains none"],
  ["no authority", { ...second, ca: "" }, "contains none"],
  ["an expired certificate", await authority.issue(expired), "has expired"],
  ["a certificate that is not valid yet", await authority.issue(early), "not valid yet"],
  [
    "the certificate of another service",
    await authority.issue(others),
    "belongs to another service",
  ],
  [
    "a certificate without a SPIFFE ID",
    await authority.issue({ dns: ["bridge"] }),
    "exactly one URI",
  ],
] as const;

describe("Invalid certificate files", () => {
  test.each(cases)(
    "%s is rejected once, and the old certificate stays in use",
    async (_what, pem, reason) => {
      const { folder, source, lines, seen, text } = open();
      folder.write(pem);
      source.refresh();
      source.refresh();
      expect(certOf(source)).toBe(first.cert);
      expect(source.current().pem).toMatchObject(first);
      expect(seen).toEqual([]);
      expect(lines).toEqual([
        { event: "certificate_rejected", reason: expect.stringContaining(reason) },
      ]);
      expect(await text()).toMatch(/loads_total\{[^}]*outcome="rejected"[^}]*\} 1\n/);

      folder.write(second);
      source.refresh();
      expect(certOf(source)).toBe(second.cert);
    },
  );

  test.each(cases)("opening a source throws for %s", (_what, pem, reason) => {
    expect(() => open(pem)).toThrow(reason);
  });

  test("missing and incomplete key files are rejected, and the log contains nothing from them", () => {
    const { folder, source, lines } = open();
    rmSync(folder.keyFile);
    source.refresh();
    writeFileSync(folder.keyFile, "-----BEGIN PRIVATE KEY-----\nSECRET");
    source.refresh();
    expect(lines.map(({ reason }) => reason)).toEqual([
      `${folder.keyFile} cannot be read`,
      "The key does not match the certificate",
    ]);
    expect(source.current().pem).toMatchObject(first);
  });
});

test("a certificate that is not valid yet is loaded when it becomes valid", async () => {
  let now = Date.now();
  const folder = createTlsFolder(first);
  closing.push(folder.remove);
  const { source } = openServiceTls(
    { files: folder, trustDomain: DOMAIN, reloadMs: 600_000 },
    { service: "bridge", log: silentLogger, nowMs: () => now },
  );
  closing.push(source.close);
  const early = await authority.issue({ uris, notBefore: new Date(now + 60_000) });
  folder.write(early);
  source.refresh();
  expect(certOf(source)).toBe(first.cert);
  now += 120_000;
  source.refresh();
  expect(certOf(source)).toBe(early.cert);
});
