import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { callNatively, finalOf, letterRequest } from "../support/native-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

let gateway: TestGateway;
let apiKey = "";
/** Each fake sandbox lends its credential and refuses the other sandbox's credential. */
beforeEach(async () => {
  gateway = await startTestGateway({ ISOLATION_PROBE_INTERVAL_MS: "100" });
  const [a, b] = [gateway.bridge.sandbox, gateway.worker.sandbox];
  a.credential = "of-a";
  b.credential = "of-b";
  a.refused.add(b.credential);
  b.refused.add(a.credential);
  ({ apiKey } = await gateway.provision());
});
afterEach(() => gateway.close());

/** Returns the lines of the metrics, without the label that all of them have. */
async function metricsOf(): Promise<readonly string[]> {
  const { text } = await request(gateway.opsApp).get("/metrics");
  return text
    .replaceAll(/,?service="edge-gateway"/g, "")
    .replaceAll("{}", "")
    .split("\n");
}

async function reported(aToB: string, bToA: string) {
  const report = await until(`the report says ${aToB} and ${bToA}`, async () => {
    const { status, body } = await request(gateway.app).get("/invariant");
    expect(status).toBe(200);
    return body.sandbox_a_to_sandbox_b === aToB && body.sandbox_b_to_sandbox_a === bToA && body;
  });
  const { compliance_trace } = finalOf(await callNatively(gateway, apiKey, letterRequest()));
  return { report, trace: compliance_trace.network_isolation };
}

describeWithServer("postgres", "The measured isolation", () => {
  // @spec CALL-28
  test("When each sandbox refuses the other's credential, then the report and the trace state that both directions are blocked, and what enforces this", async () => {
    const { report, trace } = await reported("blocked", "blocked");
    expect(report).toMatchObject({ holds: true, enforced_by: "service-credentials" });
    expect(trace.sandbox_a_to_sandbox_b).toMatch(/^blocked/);
    expect(trace.sandbox_b_to_sandbox_a).toMatch(/^blocked/);
    expect(trace.enforced_by).toBe("service-credentials");
    expect(Date.parse(trace.probed_at ?? "")).toBeGreaterThan(0);
    expect(trace.hint).toBeUndefined();
    const metrics = await metricsOf();
    expect(metrics).toContain('veil_isolation_verdict{direction="a_to_b",verdict="blocked"} 1');
    expect(metrics).toContain('veil_isolation_verdict{direction="b_to_a",verdict="open"} 0');
    expect(metrics).toContain("veil_isolation_leaks 0");
  });

  test("When a sandbox does not respond to the probe, then the report and the trace state that one direction is unverified", async () => {
    gateway.bridge.sandbox.credential = undefined;
    const { report, trace } = await reported("unverified", "blocked");
    expect(report.holds).toBe(false);
    expect(trace.sandbox_a_to_sandbox_b).toBe("unverified");
    expect(trace.hint).toEqual(expect.any(String));
    gateway.bridge.sandbox.credential = "of-a";
    const recovered = await reported("blocked", "blocked");
    expect(recovered.trace.hint).toBeUndefined();
  });

  test("When a sandbox accepts all callers, then the report and the trace state that one direction is open, and the failed probe is logged", async () => {
    gateway.worker.sandbox.refused.clear();
    const { report, trace } = await reported("open", "blocked");
    expect(report.holds).toBe(false);
    expect(gateway.seen.log.join()).toContain("isolation_probe_failed");
    const open = 'veil_isolation_verdict{direction="a_to_b",verdict="open"} 1';
    expect(await metricsOf()).toContain(open);
    expect(trace.sandbox_a_to_sandbox_b).toMatch(/^open/);
    expect(trace.sandbox_b_to_sandbox_a).toMatch(/^blocked/);
    expect(trace.hint).toEqual(expect.any(String));
  });
});
