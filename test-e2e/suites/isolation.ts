import { describe, expect, test } from "@jest/globals";
import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import { createTokenIssuer } from "@veil/http-kit";
import { until } from "@veil/testing";
import { startBetween } from "../support/between.ts";
import { finalOf, gatewayAt } from "../support/gateway.ts";
import { stolenKeys } from "../support/keys.ts";
import { letterRequest } from "../support/texts.ts";
import type { World } from "../support/world.ts";

const BEHIND = SERVICE_NAMES.filter((service) => service !== "edge-gateway");
/** Audit calls nobody: it has no keys that could be stolen. */
const WITH_KEYS = SERVICE_NAMES.filter((service) => service !== "audit");
const PROBE_MS = "300";

/** Settings of the gateway that this suite counts on. */
export const ISOLATION_ENV = { ISOLATION_PROBE_INTERVAL_MS: PROBE_MS };

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
  const tokenOf = (from: ServiceName, audience: ServiceName, nowMs = Date.now()) =>
    createTokenIssuer(stolenKeys(world().stack, from), () => nowMs).tokenFor(audience);

  test.each(BEHIND)("of %s lets the gateway in and nobody else", async (door) => {
    for (const caller of WITH_KEYS) {
      const answer = await knock(door, await tokenOf(caller, door));
      if (caller === "edge-gateway") expect(answer).toEqual({ status: 204, error: undefined });
      else expect(answer).toEqual({ status: 403, error: "caller_not_allowed" });
    }
  });

  test.each(BEHIND)("of %s knows no caller without a valid token for it", async (door) => {
    const elsewhere = BEHIND.find((service) => service !== door) ?? "audit";
    const minutes = 60_000;
    const invalid = [
      undefined,
      "nonsense",
      await tokenOf("edge-gateway", elsewhere),
      await tokenOf("edge-gateway", door, Date.now() - 5 * minutes),
      await tokenOf("edge-gateway", door, Date.now() + 5 * minutes),
      `${await tokenOf("edge-gateway", door)}x`,
    ];
    for (const token of invalid)
      expect(await knock(door, token)).toEqual({ status: 401, error: "caller_not_authenticated" });
  });
}

function theReport(world: () => World): void {
  interface Report {
    readonly [field: string]: unknown;
  }
  const invariantOf = async (opsUrl: string) =>
    (await (await fetch(`${opsUrl}/invariant`)).json()) as Report;

  test("The gateway reports both directions as blocked, and by what", async () => {
    const { stack, gateway } = world();
    // A sandbox that a test before this one has stopped may still be coming up.
    const report = await until("both directions are probed", async () => {
      const probed = await invariantOf(stack.opsUrl("edge-gateway"));
      return !JSON.stringify(probed).includes("unverified") && probed;
    });
    expect(JSON.stringify(report)).toMatch(/blocked.*blocked/);
    expect(JSON.stringify(report)).toContain("service-credentials");
    const outside = await gateway.call({ path: "/invariant" });
    expect(outside.status).toBe(200);
  });

  test("When a sandbox cannot be asked, then report and trace say unverified", async () => {
    const { stack, gateway, customer } = world();
    const { apiKey } = await customer();
    stack.pause("bridge");
    try {
      const report = await until("the report says so", async () => {
        const { sandbox_a_to_sandbox_b: aToB, sandbox_b_to_sandbox_a: bToA } = await invariantOf(
          stack.opsUrl("edge-gateway"),
        );
        return aToB === "unverified" && { aToB, bToA };
      });
      expect(report.bToA).toBe("unverified");
    } finally {
      stack.resume("bridge");
    }
    const trace = async () =>
      finalOf(await gateway.proxy(apiKey, letterRequest())).compliance_trace.network_isolation;
    const recovered = await until("the next probe is good", async () => {
      const isolation = await trace();
      return isolation.sandbox_a_to_sandbox_b.startsWith("blocked") && isolation;
    });
    expect(recovered.hint).toBeUndefined();
  }, 40_000);

  test("When a door lets everybody in, then report and trace say open", async () => {
    const { stack, customer } = world();
    const { apiKey } = await customer();
    const openDoor = await startBetween(() => stack.url("inference-worker"));
    openDoor.open("/door");
    const replica = await stack.startReplica("edge-gateway", {
      WORKER_URL: openDoor.url,
      ISOLATION_PROBE_INTERVAL_MS: PROBE_MS,
    });
    try {
      const report = JSON.stringify(await invariantOf(replica.opsUrl));
      expect(report).toMatch(/open/);
      // The log comes through another pipe than the answer, and may come later.
      await until("the log says so", () => replica.logs().includes("isolation_probe_failed"));
      const gateway = gatewayAt(replica.url);
      // The trace is that of the replica that takes the result, which is another one now and then.
      const said = await until("the replica has taken a result", async () => {
        const { compliance_trace } = finalOf(await gateway.proxy(apiKey, letterRequest()));
        const { network_isolation } = compliance_trace;
        return network_isolation.sandbox_a_to_sandbox_b.startsWith("open") && network_isolation;
      });
      await gateway.close();
      expect(said.hint).toEqual(expect.any(String));
    } finally {
      await replica.stop();
      openDoor.close();
    }
  });
}
