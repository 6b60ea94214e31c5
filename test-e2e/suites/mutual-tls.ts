import { X509Certificate } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { PRINCIPAL_NAMES, SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import { createTokenIssuer } from "@veil/http-kit";
import { until } from "@veil/testing";
import { createTestCa } from "@veil/testing/tls";
import { type Certificates, certificateOf } from "../support/certificates.ts";
import { finalOf, type Gateway, withGateway } from "../support/gateway.ts";
import { stolenKeys } from "../support/keys.ts";
import { letterRequest, PERSON_EN, valuesOf } from "../support/texts.ts";
import { comeTo } from "../support/tls-door.ts";
import { tapWire } from "../support/wire-tap.ts";
import type { World } from "../support/world.ts";

const BEHIND = SERVICE_NAMES.filter((service) => service !== "edge-gateway");
const RELOAD_MS = "100";

/** Settings that this suite counts on. */
export const MUTUAL_TLS_ENV = Object.fromEntries(
  SERVICE_NAMES.map((service) => [service, { TLS_RELOAD_MS: RELOAD_MS }]),
) as Record<ServiceName, { readonly TLS_RELOAD_MS: string }>;

type Both = readonly [world: () => World, certificates: () => Certificates];

export function describeMutualTls(...both: Both): void {
  theRoad(...both);
  describe("A service's door", () => doors(...both));
  describe("Certificates that change", () => changes(...both));
}

async function letterAnswered(gateway: Gateway, apiKey: string) {
  const { result, compliance_trace } = finalOf(await gateway.proxy(apiKey, letterRequest()));
  return { text: JSON.stringify(result), isolation: compliance_trace.network_isolation };
}

function theRoad(...[world]: Both): void {
  test("A request goes through all six, comes back whole, and isolation is measured on the way", async () => {
    const { gateway, customer, simulator, stack } = world();
    const { apiKey } = await customer();
    for (const service of BEHIND) expect(stack.url(service)).toMatch(/^https:/);
    const { text, isolation } = await letterAnswered(gateway, apiKey);
    expect(text).toContain(PERSON_EN.name);
    const sent = JSON.stringify(simulator.record());
    for (const value of valuesOf(PERSON_EN)) expect(sent).not.toContain(value);
    expect(isolation.sandbox_a_to_sandbox_b).toMatch(/^blocked/);
    expect(isolation.sandbox_b_to_sandbox_a).toMatch(/^blocked/);
  });

  test("Who listens between gateway and sanitiser hears nothing of it", async () => {
    const { stack, customer } = world();
    const { apiKey } = await customer();
    const tap = await tapWire(Number(new URL(stack.url("sanitiser")).port));
    const SANITISER_URL = `https://127.0.0.1:${tap.port}`;
    const replica = await stack.startReplica("edge-gateway", { SANITISER_URL });
    try {
      await withGateway(replica.url, async (gateway) => {
        expect((await letterAnswered(gateway, apiKey)).text).toContain(PERSON_EN.name);
      });
      const heard = tap.heard().toString("latin1");
      expect(heard.length).toBeGreaterThan(1_000);
      for (const clear of ["POST", "Bearer", "letter", ...valuesOf(PERSON_EN)])
        expect(heard).not.toContain(clear);
    } finally {
      await replica.stop();
      tap.close();
    }
  });
}

function doors(...[world, certificates]: Both): void {
  const tokenOf = (door: ServiceName) =>
    createTokenIssuer(stolenKeys(world().stack, "edge-gateway")).tokenFor(door);
  const come = async (door: ServiceName, held: { cert?: string; key?: string }) =>
    (await comeTo(world().stack.url(door), await tokenOf(door), held)).line;

  test.each(BEHIND)(
    "of %s opens for the gateway's certificate, and for no other that we issue",
    async (door) => {
      for (const service of PRINCIPAL_NAMES) {
        const { cert, key } = certificates().of(service);
        const line = await come(door, { cert, key });
        if (service === "edge-gateway") expect(line).toBe("HTTP/1.1 204 No Content");
        else expect(line).not.toMatch(/^HTTP/);
      }
    },
  );

  test.each(BEHIND)(
    "of %s stays shut without a certificate, and for a foreign one",
    async (door) => {
      expect(await come(door, {})).not.toMatch(/^HTTP/);
      const { cert, key } = await certificateOf("edge-gateway", await createTestCa());
      expect(await come(door, { cert, key })).not.toMatch(/^HTTP/);
      const plain = fetch(world().stack.url(door).replace("https:", "http:"));
      await expect(plain).rejects.toThrow();
    },
  );

  test.each(SERVICE_NAMES)(
    "of %s is not the operator's, who needs no certificate",
    async (service) => {
      const metrics = await fetch(`${world().stack.opsUrl(service)}/metrics`);
      const expiry = /^veil_tls_certificate_expiry_timestamp_seconds\{.*\} (\d+)$/m;
      const [, end] = expiry.exec(await metrics.text()) ?? [];
      const { validTo } = new X509Certificate(certificates().of(service).cert);
      expect(Number(end)).toBe(Date.parse(validTo) / 1000);
    },
  );
}

function changes(...[world, certificates]: Both): void {
  const serialOf = (pem: string) => new X509Certificate(pem).serialNumber;
  const presentedBy = async (service: ServiceName) =>
    (await comeTo(world().stack.url(service), "", certificates().of("edge-gateway"))).serial;

  test("count at once, while requests run and none is lost, also from a new authority", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer({ tier: "enterprise" });
    let going = true;
    let answered = 0;
    const callers = Array.from({ length: 3 }, async () => {
      while (going) {
        expect((await letterAnswered(gateway, apiKey)).text).toContain(PERSON_EN.name);
        answered += 1;
      }
    });
    const all = Promise.all(callers);
    const next = await createTestCa();
    const bundle = `${certificates().authority.ca}${next.ca}`;
    // Everybody believes in both authorities before anybody has a certificate of the new one.
    for (const service of SERVICE_NAMES)
      certificates().replace(service, { ...certificates().of(service), ca: bundle });
    await Promise.race([all, until("all have looked", () => answered > 20)]);
    const before = answered;
    for (const service of SERVICE_NAMES)
      certificates().replace(service, { ...(await certificateOf(service, next)), ca: bundle });
    for (const service of BEHIND) {
      const serial = serialOf(certificates().of(service).cert);
      await until(`${service} presents it`, async () => (await presentedBy(service)) === serial);
    }
    await Promise.race([all, until("requests go on", () => answered > before + 20)]);
    going = false;
    await all;
  });

  test("for ones whose key does not fit do not count", async () => {
    const { stack, gateway, customer } = world();
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
