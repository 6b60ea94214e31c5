import { describe, expect, test } from "@jest/globals";
import type { IsolationFindings, ProbedTarget } from "@veil/contracts/isolation";
import { signMessage } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { openFindings, zoneReport } from "./zone-report.ts";

const { keysOf, trust } = createTestTrust();
const now = new Date("2026-01-01T00:01:00Z");
const peer = { name: "inference-worker", address: "10.96.0.213", port: 8083 };

const target = (change: Partial<ProbedTarget> = {}): ProbedTarget => ({
  name: "inference-worker",
  address: "10.96.0.213",
  port: 8083,
  expected: "blocked",
  outcome: "silent",
  ...change,
});

const found = (...targets: ProbedTarget[]): IsolationFindings => ({
  type: "veil/isolation-findings/v1",
  probe: "bridge-probe",
  probed_at: "2026-01-01T00:00:00Z",
  rounds: 1,
  targets,
});

function signed(body: string, sender: "bridge-probe" | "bridge" = "bridge-probe") {
  const keys = keysOf(sender);
  const message = signMessage(
    body,
    { service: sender, ...keys.signing("message") },
    "edge-gateway",
  );
  return { ...message, sender: "bridge-probe", receiver: "edge-gateway" } as const;
}

const report = (...targets: ProbedTarget[]) => zoneReport(found(...targets), peer, signed(""));

describe("A direction is blocked", () => {
  test("when the other sandbox was tried where the gateway reaches it, and nothing came back", () => {
    expect(report(target()).verdict).toBe("blocked");
    expect(report(target({ outcome: "unreachable" })).verdict).toBe("blocked");
  });

  test("also when something else could be reached, which the report names", () => {
    const internet = target({ name: "internet", address: "1.1.1.1", port: 443 });
    const leak = { ...internet, outcome: "connected" } as const;
    expect(report(target(), internet).leaks).toEqual([]);
    expect(report(target(), leak)).toMatchObject({
      verdict: "blocked",
      leaks: ["internet 1.1.1.1:443"],
    });
  });
});

describe("A direction is open", () => {
  test("when any port of the other sandbox answered, with any other findings", () => {
    const metrics = target({ port: 9083, outcome: "connected" });
    const control = target({ name: "egress-proxy", expected: "open", outcome: "silent" });
    expect(report(target(), metrics, control).verdict).toBe("open");
  });
});

describe("Nothing is proven", () => {
  test.each<[string, ProbedTarget[]]>([
    ["when a reset came back", [target({ outcome: "refused" })]],
    ["when the name has no address", [target({ address: null, outcome: "unresolved" })]],
    ["when another address was tried", [target({ address: "10.0.0.1" })]],
    ["when another port was tried", [target({ port: 80 })]],
    ["when the other sandbox was not tried", [target({ name: "internet" })]],
    ["when it was tried as if it should be open", [target({ expected: "open" })]],
    [
      "when what must be open could not be reached either",
      [target(), target({ name: "egress-proxy", expected: "open", outcome: "silent" })],
    ],
  ])("%s", (_case, targets) => {
    expect(report(...targets).verdict).toBe("unverified");
  });

  test("when the gateway does not know the other sandbox's address", () => {
    const unknown = { ...peer, address: undefined };
    expect(zoneReport(found(target()), unknown, signed("")).verdict).toBe("unverified");
  });

  test("when an allowed connection of a sandbox was not tried", () => {
    const control = target({ name: "egress-proxy", expected: "open", outcome: "connected" });
    const verdict = (...targets: ProbedTarget[]) =>
      zoneReport({ ...found(...targets), probe: "inference-worker-probe" }, peer, signed(""))
        .verdict;
    expect(verdict(target())).toBe("unverified");
    expect(verdict(target(), control)).toBe("blocked");
  });

  test("when another target answered with a reset or has no address, and the target is named", () => {
    const reset = target({ name: "rabbitmq", outcome: "refused" });
    const unknown = target({ name: "redis", address: null, outcome: "unresolved" });
    expect(report(target(), reset, unknown)).toMatchObject({
      verdict: "blocked",
      leaks: [],
      unproven: ["rabbitmq refused", "redis unresolved"],
    });
  });
});

describe("Findings are accepted", () => {
  const open = (message: ReturnType<typeof signed>, at = now) =>
    openFindings(message, "bridge-probe", { trust, nowMs: at.getTime() });
  const body = JSON.stringify(found(target()));

  test("when that probe signed them", () => {
    expect(open(signed(body))).toEqual(found(target()));
  });

  test.each<[string, () => unknown, string]>([
    ["not when a service signed them", () => open(signed(body, "bridge")), "unknown_key"],
    [
      "not when a letter was changed",
      () => open({ ...signed(body), body: body.replace("silent", "refused") }),
      "bad_signature",
    ],
    [
      "not when they are another probe's",
      () => open(signed(body.replace("bridge-probe", "inference-worker-probe"))),
      "wrong_sender",
    ],
    [
      "not from the future",
      () => open(signed(body), new Date("2025-12-31T23:58:00Z")),
      "not_yet_valid",
    ],
    [
      "not in another form",
      () => open(signed(JSON.stringify({ verdict: "blocked" }))),
      "missing_field",
    ],
  ])("%s", (_case, opening, code) => {
    expect(opening).toThrow(expect.objectContaining({ code }));
  });
});
