import { X509Certificate } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { PRINCIPAL_NAMES, SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import { createTokenIssuer } from "@veil/service-kit/http";
import { until } from "@veil/testing";
import { createTestCa } from "@veil/testing/tls";
import { type Certificates, certificateOf } from "../../support/certificates.ts";
import { finalOf, type Gateway, withGateway } from "../../support/clients/gateway.ts";
import { stolenKeys } from "../../support/keys.ts";
import { requestOverTls } from "../../support/network/tls-request.ts";
import { recordTraffic } from "../../support/network/traffic-recorder.ts";
import type { Scenario } from "../../support/scenario.ts";
import { letterRequest, PERSON_EN, valuesOf } from "../../support/texts.ts";

const BEHIND = SERVICE_NAMES.filter((service) => service !== "edge-gateway");
const RELOAD_MS = "100";

export const MUTUAL_TLS_ENV = Object.fromEntries(
  SERVICE_NAMES.map((service) => [service, { TLS_RELOAD_MS: RELOAD_MS }]),
) as Record<ServiceName, { readonly TLS_RELOAD_MS: string }>;

type Both = readonly [scenario: () => Scenario, certificates: () => Certificates];

export function describeMutualTls(...both: Both): void {
  requestsOverMutualTls(...both);
  describe("The access checks", () => accessChecks(...both));
  describe("Replaced certificates", () => changes(...both));
}

async function letterAnswered(gateway: Gateway, apiKey: string) {
  const { result, compliance_trace } = finalOf(await gateway.proxy(apiKey, letterRequest()));
  return { text: JSON.stringify(result), isolation: compliance_trace.network_isolation };
}

function requestsOverMutualTls(...[scenario]: Both): void {
  test("A request over mutual TLS gets a complete response, and isolation is probed", async () => {
    const { gateway, customer, simulator, stack } = scenario();
    const { apiKey } = await customer();
    for (const service of BEHIND) expect(stack.url(service)).toMatch(/^https:/);
    const { text, isolation } = await letterAnswered(gateway, apiKey);
    expect(text).toContain(PERSON_EN.name);
    const sent = JSON.stringify(simulator.record());
    for (const value of valuesOf(PERSON_EN)) expect(sent).not.toContain(value);
    expect(isolation.sandbox_a_to_sandbox_b).toMatch(/^blocked/);
    expect(isolation.sandbox_b_to_sandbox_a).toMatch(/^blocked/);
  });

  test("Traffic between gateway and sanitiser is unreadable", async () => {
    const { stack, customer } = scenario();
    const { apiKey } = await customer();
    const tap = await recordTraffic(Number(new URL(stack.url("sanitiser")).port));
    const SANITISER_URL = `https://127.0.0.1:${tap.port}`;
    const replica = await stack.startReplica("edge-gateway", { SANITISER_URL });
    try {
      await withGateway(replica.url, async (gateway) => {
        expect((await letterAnswered(gateway, apiKey)).text).toContain(PERSON_EN.name);
      });
      const recorded = tap.recorded().toString("latin1");
      expect(recorded.length).toBeGreaterThan(1_000);
      for (const clear of ["POST", "Bearer", "letter", ...valuesOf(PERSON_EN)])
        expect(recorded).not.toContain(clear);
    } finally {
      await replica.stop();
      tap.close();
    }
  });
}

function accessChecks(...[scenario, certificates]: Both): void {
  const tokenOf = (service: ServiceName) =>
    createTokenIssuer(stolenKeys(scenario().stack, "edge-gateway")).tokenFor(service);
  const lineOf = async (service: ServiceName, client: { cert?: string; key?: string }) =>
    (await requestOverTls(scenario().stack.url(service), await tokenOf(service), client)).line;

  test.each(BEHIND)("%s accepts only clients with the gateway's certificate", async (service) => {
    for (const principal of PRINCIPAL_NAMES) {
      const { cert, key } = certificates().of(principal);
      const line = await lineOf(service, { cert, key });
      if (principal === "edge-gateway") expect(line).toBe("HTTP/1.1 204 No Content");
      else expect(line).not.toMatch(/^HTTP/);
    }
  });

  test.each(BEHIND)(
    "%s refuses clients without a certificate, or with a certificate from another authority",
    async (service) => {
      expect(await lineOf(service, {})).not.toMatch(/^HTTP/);
      const { cert, key } = await certificateOf("edge-gateway", await createTestCa());
      expect(await lineOf(service, { cert, key })).not.toMatch(/^HTTP/);
      const plain = fetch(scenario().stack.url(service).replace("https:", "http:"));
      await expect(plain).rejects.toThrow();
    },
  );

  test.each(SERVICE_NAMES)(
    "%s serves health and metrics to clients without a certificate",
    async (service) => {
      const metrics = await fetch(`${scenario().stack.opsUrl(service)}/metrics`);
      const expiry = /^veil_tls_certificate_expiry_timestamp_seconds\{.*\} (\d+)$/m;
      const [, end] = expiry.exec(await metrics.text()) ?? [];
      const { validTo } = new X509Certificate(certificates().of(service).cert);
      expect(Number(end)).toBe(Date.parse(validTo) / 1000);
    },
  );
}

function changes(...[scenario, certificates]: Both): void {
  const serialOf = (pem: string) => new X509Certificate(pem).serialNumber;
  const presentedBy = async (service: ServiceName) =>
    (await requestOverTls(scenario().stack.url(service), "", certificates().of("edge-gateway")))
      .serial;

  test("Replaced certificates take effect at once without losing a request, even if a new authority issued them", async () => {
    const { gateway, customer } = scenario();
    const { apiKey } = await customer({ tier: "enterprise" });
    let running = true;
    let answered = 0;
    const callers = Array.from({ length: 3 }, async () => {
      while (running) {
        expect((await letterAnswered(gateway, apiKey)).text).toContain(PERSON_EN.name);
        answered += 1;
      }
    });
    const all = Promise.all(callers);
    const next = await createTestCa();
    const bundle = `${certificates().authority.ca}${next.ca}`;
    // Every service must trust both authorities before the first service gets a certificate from
    // the new one.
    for (const service of SERVICE_NAMES)
      certificates().replace(service, { ...certificates().of(service), ca: bundle });
    await Promise.race([all, until("every service has reloaded", () => answered > 20)]);
    const before = answered;
    for (const service of SERVICE_NAMES)
      certificates().replace(service, { ...(await certificateOf(service, next)), ca: bundle });
    for (const service of BEHIND) {
      const serial = serialOf(certificates().of(service).cert);
      await until(`${service} presents it`, async () => (await presentedBy(service)) === serial);
    }
    await Promise.race([all, until("more requests succeed", () => answered > before + 20)]);
    running = false;
    await all;
  });

  test("Replaced certificates are ignored when the private key does not match", async () => {
    const { stack, gateway, customer } = scenario();
    const good = certificates().of("bridge");
    const { cert } = await certificateOf("bridge", certificates().authority);
    certificates().replace("bridge", { ...good, cert });
    await until("it is refused", () => stack.logs("bridge").includes("certificate_rejected"));
    expect(await presentedBy("bridge")).toBe(serialOf(good.cert));
    const { apiKey } = await customer();
    expect((await letterAnswered(gateway, apiKey)).text).toContain(PERSON_EN.name);
    certificates().replace("bridge", good);
  });
}
