import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { IsolationReportMessage } from "@veil/contracts/isolation";
import { type ProbeName, signMessage } from "@veil/crypto";
import { silentLogger } from "@veil/service-kit/telemetry";
import { createTestTrust, describeWithServer, until } from "@veil/testing";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { createPostgresIsolationReports } from "../adapters/postgres-isolation-reports.ts";
import { createZoneReports } from "./zone-reports.ts";

const { keysOf, trust } = createTestTrust();
const START = new Date("2026-01-01T00:00:00Z");

function reportOf(probe: ProbeName, outcome: "silent" | "connected", at: Date) {
  const peer = probe === "bridge-probe" ? "inference-worker" : "bridge";
  const target = { name: peer, address: "10.0.0.1", port: 80, expected: "blocked", outcome };
  const proxy = { ...target, name: "egress-proxy", expected: "open", outcome: "connected" };
  const body = {
    type: "veil/isolation-findings/v1",
    probe,
    probed_at: at.toISOString().replace(".000", ""),
    rounds: 1,
    targets: [target, proxy],
  };
  const from = { service: probe, ...keysOf(probe).signing("message") };
  return signMessage(JSON.stringify(body), from, "edge-gateway") as IsolationReportMessage;
}

describeWithServer("postgres", "Reports of the probes inside the zones", () => {
  let opened: GatewayDatabase;
  const replicas: ReturnType<typeof createZoneReports>[] = [];
  beforeAll(async () => {
    opened = await openGatewayDatabase();
  });
  beforeEach(() => opened.owner.execute("delete from isolation_reports").then(() => undefined));
  afterEach(async () => {
    for (const replica of replicas.splice(0)) await replica.stop();
  });
  afterAll(() => opened.close());

  function replica(waiting: IsolationReportMessage[] = []) {
    const zone = (name: ProbeName, peer: string) => ({
      name,
      probe: {
        async report() {
          const index = waiting.findIndex(({ sender }) => sender === name);
          return index < 0 ? undefined : waiting.splice(index, 1)[0];
        },
      },
      peer: async () => ({ name: peer, address: "10.0.0.1", port: 80 }),
    });
    const started = createZoneReports({
      zones: {
        a: zone("bridge-probe", "inference-worker"),
        b: zone("inference-worker-probe", "bridge"),
      },
      reports: createPostgresIsolationReports(opened.database),
      trust,
      intervalMs: 10,
      log: silentLogger,
      nowMs: () => START.getTime(),
    });
    started.start();
    replicas.push(started);
    return started;
  }

  test("When one replica has fetched a report, then all replicas use it", async () => {
    const [first, second] = [replica([reportOf("bridge-probe", "silent", START)]), replica()];
    for (const { current } of [first, second]) {
      await until("it is known", () => current().a.verdict === "blocked");
      expect(current().a.probedAt).toEqual(START);
      expect(current().b.verdict).toBe("unverified");
    }
  });

  test("A newer report replaces the current one, but an older report never does", async () => {
    const earlier = new Date(START.getTime() - 60_000);
    const waiting = [reportOf("bridge-probe", "silent", earlier)];
    const { current } = replica(waiting);
    await until("it is known", () => current().a.verdict === "blocked");
    waiting.push(reportOf("bridge-probe", "connected", START));
    await until("the newer is known", () => current().a.verdict === "open");
    waiting.push(reportOf("bridge-probe", "silent", earlier));
    waiting.push(reportOf("inference-worker-probe", "silent", START));
    await until("all were taken", () => current().b.verdict === "blocked");
    await until("none waits", () => waiting.length === 0);
    expect(current().a.verdict).toBe("open");
  });

  test("When the database contains a report that no probe signed, then it is not used", async () => {
    const forged = { ...reportOf("bridge-probe", "silent", START), signature: "AAAA" };
    await createPostgresIsolationReports(opened.database).save(forged, START);
    const good = reportOf("inference-worker-probe", "silent", START);
    const { current } = replica([good]);
    await until("the other is known", () => current().b.verdict === "blocked");
    expect(current().a).toMatchObject({ verdict: "unverified", probedAt: undefined });
  });

  test("When the report from a zone was not signed by its probe, then it is not stored", async () => {
    const imposter = { ...reportOf("bridge-probe", "silent", START), signature: "AAAA" };
    const { current } = replica([imposter, reportOf("inference-worker-probe", "silent", START)]);
    await until("the other is known", () => current().b.verdict === "blocked");
    const reports = createPostgresIsolationReports(opened.database);
    expect(await reports.find("bridge-probe")).toBeUndefined();
  });
});
