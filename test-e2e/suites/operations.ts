import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import type { Profile } from "@veil/local-stack";
import { eventsWhere, queryAs } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";
import { brokerOf } from "../support/broker.ts";
import { answerTo } from "../support/clients/gateway.ts";
import type { Scenario } from "../support/scenario.ts";
import { letterRequest } from "../support/texts.ts";

async function pageOf({ stack }: Scenario, service: ServiceName, path: string) {
  const response = await fetch(stack.opsUrl(service) + path);
  return { status: response.status, text: await response.text() };
}

export function describeOperatorPages(scenario: () => Scenario): void {
  test.each(SERVICE_NAMES)(
    "%s is healthy and ready, serves metrics, and logs only JSON",
    async (service) => {
      const { stack } = scenario();
      await expectService(scenario());
      for (const path of ["/health", "/ready", "/invariant"]) {
        const { status, text } = await pageOf(scenario(), service, path);
        expect([status, (JSON.parse(text) as { service: string }).service]).toEqual([200, service]);
      }
      expect((await pageOf(scenario(), service, "/metrics")).text).toContain(
        "process_cpu_seconds_total",
      );
      expect((await pageOf(scenario(), service, "/nothing")).status).toBe(404);
      const lines = stack.logs(service).trim().split("\n");
      expect(lines.filter((line) => !line.startsWith("{"))).toEqual([]);
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ service });
    },
  );

  test("The witness of the stack cosigns the audit log", async () => {
    await until("a cosignature", async () => {
      const { text } = await pageOf(scenario(), "audit", "/invariant");
      const { log } = JSON.parse(text) as {
        log: { witnesses: readonly { state: string; cosigned_size: number | null }[] };
      };
      const [witness] = log.witnesses;
      return witness?.state === "cosigned" && (witness.cosigned_size ?? 0) > 0;
    });
  });

  test.each([
    ["admin", "x-admin-key", "admin_unauthorized"],
    ["website", "x-website-key", "website_unauthorized"],
  ])(
    "the stack's %s key is required for the endpoints of its role, and accepted there",
    async (name, header, refusal) => {
      const { stack, gateway } = scenario();
      const key = readFileSync(path.join(stack.stateDir, `${name}-key`), "utf8").trim();
      const read = (headers: Record<string, string>) =>
        gateway.call({ path: `/api/v1/${name}/stats`, headers });
      expect((await read({ [header]: key })).status).toBe(200);
      expect((await read({ [header]: `${key}x` })).body["error"]).toBe(refusal);
    },
  );
}

export function describeOutages(scenario: () => Scenario, profile: Profile): void {
  describe("Operations", () => {
    const page = async (service: ServiceName, path: string) => pageOf(scenario(), service, path);

    test.each([
      ["edge-gateway", "gatewayAdminUrl"],
      ["audit", "auditAdminUrl"],
    ] as const)(
      "When the database of %s is down, then the service is not ready until the database is back",
      async (service, name) => {
        const { stack } = scenario();
        const url = new URL(stack.databases[name]);
        const database = url.pathname.slice(1);
        url.pathname = "/postgres";
        const admit = (allowed: boolean) =>
          queryAs(url.href, `alter database ${database} with allow_connections ${allowed}`);
        const isReady = (status: number) => async () =>
          (await page(service, "/ready")).status === status;
        await admit(false);
        try {
          const text = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1";
          await queryAs(url.href, text, [database]);
          await until("it is not ready", isReady(503));
          expect((await page(service, "/health")).status).toBe(200);
          const reasons = JSON.parse((await page(service, "/ready")).text) as { checks: unknown };
          expect(reasons.checks).toContainEqual({ name: "database", ok: false });
        } finally {
          await admit(true);
        }
        await until("it is ready", isReady(200));
        await expectService(scenario());
      },
    );

    if (profile === "cluster")
      test("When the broker is down, then the services that need it are not ready until the broker is back", async () => {
        const needing = ["edge-gateway", "inference-worker", "audit"] as const;
        const statuses = async () =>
          (await Promise.all(needing.map((service) => page(service, "/ready")))).map(
            ({ status }) => status,
          );
        const all = (status: number) => async () =>
          (await statuses()).every((one) => one === status);
        const letIn = await brokerOf(scenario().stack.broker).lockOut();
        try {
          await until("none is ready", all(503));
        } finally {
          await letIn();
        }
        await until("all are ready", all(200));
      });

    if (profile === "embedded")
      test("When the worker is down, then the gateway is not ready until the worker is back", async () => {
        const { stack } = scenario();
        const isReady = (status: number) => async () =>
          (await page("edge-gateway", "/ready")).status === status;
        await stack.kill("inference-worker");
        await until("it is not ready", isReady(503));
        await stack.restart("inference-worker");
        await until("it is ready", isReady(200));
      });

    test("When the audit service is down, then requests are served, and their events reach the log later", async () => {
      await eventsArriveLater(scenario());
    });
  });
}

async function expectService({ gateway, customer }: Scenario): Promise<void> {
  const { apiKey } = await customer();
  await answerTo(gateway, apiKey, await gateway.proxy(apiKey, letterRequest()));
}

async function eventsArriveLater({ stack, gateway, customer }: Scenario): Promise<void> {
  const { apiKey, customerId } = await customer();
  await stack.kill("audit");
  for (let sent = 0; sent < 3; sent++)
    await answerTo(gateway, apiKey, await gateway.proxy(apiKey, letterRequest()));
  await stack.restart("audit");
  await until("the events have arrived", async () => {
    const events = await eventsWhere(stack, "canonical like '%' || $1 || '%'", [customerId]);
    const steps = events.filter(({ actor, event_type }) => {
      return actor === customerId && event_type.startsWith("PROXY_");
    });
    return steps.length === 6;
  });
}
