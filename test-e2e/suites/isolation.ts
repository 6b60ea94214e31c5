import { describe, expect, test } from "@jest/globals";
import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import { createTokenIssuer } from "@veil/http-kit";
import { until } from "@veil/testing";
import { stolenKeys } from "../support/keys.ts";
import type { World } from "../support/world.ts";

const BEHIND = SERVICE_NAMES.filter((service) => service !== "edge-gateway");

export function describeIsolation(world: () => World): void {
  describe("Isolation", () => {
    describe("A service's door", () => doors(world));
    theReport(world);
  });
}

function doors(world: () => World): void {
  async function knock(door: ServiceName, token?: string) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${world().stack.url(door)}/door`, { headers });
    const body = (await response.text()) || "{}";
    return { status: response.status, error: (JSON.parse(body) as { error?: string }).error };
  }
  const tokenOf = (from: ServiceName, audience: ServiceName) =>
    createTokenIssuer(stolenKeys(world().stack, from)).tokenFor(audience);

  test.each(BEHIND)("of %s lets the gateway in and nobody else", async (door) => {
    for (const caller of ["edge-gateway", "bridge", "inference-worker"] as const) {
      const answer = await knock(door, await tokenOf(caller, door));
      if (caller === "edge-gateway") expect(answer).toEqual({ status: 204, error: undefined });
      else expect(answer).toEqual({ status: 403, error: "caller_not_allowed" });
    }
  });
}

function theReport(world: () => World): void {
  test("The gateway reports both directions as blocked, and by what", async () => {
    const { stack, gateway } = world();
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
