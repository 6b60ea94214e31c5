import { describe, expect, test } from "@jest/globals";
import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import { createTokenIssuer } from "@veil/service-kit/http";
import { until } from "@veil/testing";
import { stolenKeys } from "../support/keys.ts";
import type { Scenario } from "../support/scenario.ts";

const BEHIND = SERVICE_NAMES.filter((service) => service !== "edge-gateway");

export function describeIsolation(scenario: () => Scenario): void {
  describe("Isolation", () => {
    describe("The access checks", () => accessChecks(scenario));
    theReport(scenario);
  });
}

function accessChecks(scenario: () => Scenario): void {
  async function requestAccess(service: ServiceName, token?: string) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${scenario().stack.url(service)}/door`, { headers });
    const body = (await response.text()) || "{}";
    return { status: response.status, error: (JSON.parse(body) as { error?: string }).error };
  }
  const tokenOf = (from: ServiceName, audience: ServiceName) =>
    createTokenIssuer(stolenKeys(scenario().stack, from)).tokenFor(audience);

  // @spec SVC-1 SVC-7
  test.each(BEHIND)("Only the gateway may call %s", async (service) => {
    for (const caller of ["edge-gateway", "bridge", "inference-worker"] as const) {
      const answer = await requestAccess(service, await tokenOf(caller, service));
      if (caller === "edge-gateway") expect(answer).toEqual({ status: 204, error: undefined });
      else expect(answer).toEqual({ status: 403, error: "caller_not_allowed" });
    }
  });
}

function theReport(scenario: () => Scenario): void {
  test("The gateway reports that both directions between the sandboxes are blocked, and what blocks them", async () => {
    const { stack, gateway } = scenario();
    const report = await until("both directions are probed", async () => {
      const answer = await fetch(`${stack.opsUrl("edge-gateway")}/invariant`);
      const probed = await answer.text();
      return !probed.includes("unverified") && probed;
    });
    expect(report).toMatch(/blocked.*blocked/);
    expect(report).toContain("service-credentials");
    const outside = await gateway.call({ path: "/invariant" });
    expect(outside.status).toBe(200);
  });
}
