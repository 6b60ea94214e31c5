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

describe("The verdict blocked", () => {
  test("a direction is blocked when the other sandbox was tried at the address that the gateway uses and did not respond", () => {
    expect(report(target()).verdict).toBe("blocked");
    expect(report(target({ outcome: "unreachable" })).verdict).toBe("blocked");
  });

  test("a direction is blocked even if another target was reached, which is listed as a leak", () => {
    const internet = target({ name: "internet", address: "1.1.1.1", port: 443 });
    const leak = { ...internet, outcome: "connected" } as const;
    expect(report(target(), internet).leaks).toEqual([]);
    expect(report(target(), leak)).toMatchObject({
      verdict: "blocked",
      leaks: ["internet 1.1.1.1:443"],
    });
  });
});

describe("The verdict open", () => {
  test("a direction is open when any port of the other sandbox accepted a connection, regardless of other findings", () => {
    const metrics = target({ port: 9083, outcome: "connected" });
    const control = target({ name: "egress-proxy", expected: "open", outcome: "silent" });
    expect(report(target(), metrics, control).verdict).toBe("open");
  });
});

describe("The verdict unverified", () => {
  test.each<[string, ProbedTarget[]]>([
    ["when the other sandbox responded with a reset", [target({ outcome: "refused" })]],
    [
      "when the other sandbox's name has no address",
      [target({ address: null, outcome: "unresolved" })],
    ],
    ["when another address was tried", [target({ address: "10.0.0.1" })]],
    ["when another port was tried", [target({ port: 80 })]],
    ["when the other sandbox was not tried", [target({ name: "internet" })]],
    ["when the other sandbox was expected to be open", [target({ expected: "open" })]],
    [
      "when a target that must be open was not reached either",
      [target(), target({ name: "egress-proxy", expected: "open", outcome: "silent" })],
    ],
  ])("a direction is unverified %s", (_case, targets) => {
    expect(report(...targets).verdict).toBe("unverified");
  });

  test("a direction is unverified when the gateway does not know the other sandbox's address", () => {
    const unknown = { ...peer, address: undefined };
    expect(zoneReport(found(target()), unknown, signed("")).verdict).toBe("unverified");
  });

  test("a direction is unverified when an allowed connection of the sandbox was not tried", () => {
    const control = target({ name: "egress-proxy", expected: "open", outcome: "connected" });
    const verdict = (...targets: ProbedTarget[]) =>
      zoneReport({ ...found(...targets), probe: "inference-worker-probe" }, peer, signed(""))
        .verdict;
    expect(verdict(target())).toBe("unverified");
    expect(verdict(target(), control)).toBe("blocked");
  });

  test("another target that responds with a reset or has no address is listed as unproven", () => {
    const reset = target({ name: "rabbitmq", outcome: "refused" });
    const unknown = target({ name: "redis", address: null, outcome: "unresolved" });
    expect(report(target(), reset, unknown)).toMatchObject({
      verdict: "blocked",
      leaks: [],
      unproven: ["rabbitmq refused", "redis unresolved"],
    });
  });
});

describe("openFindings", () => {
  const open = (message: ReturnType<typeof signed>, at = now) =>
    openFindings(message, "bridge-probe", { trust, nowMs: at.getTime() });
  const body = JSON.stringify(found(target()));

  test("findings that the right probe signed are accepted", () => {
    expect(open(signed(body))).toEqual(found(target()));
  });

  test.each<[string, () => unknown, string]>([
    ["that a service signed", () => open(signed(body, "bridge")), "unknown_key"],
    [
      "that were changed",
      () => open({ ...signed(body), body: body.replace("silent", "refused") }),
      "bad_signature",
    ],
    [
      "of another probe",
      () => open(signed(body.replace("bridge-probe", "inference-worker-probe"))),
      "wrong_sender",
    ],
    [
      "with a time in the future",
      () => open(signed(body), new Date("2025-12-31T23:58:00Z")),
      "not_yet_valid",
    ],
    [
      "with another structure",
      () => open(signed(JSON.stringify({ verdict: "blocked" }))),
      "missing_field",
    ],
  ])("findings %s are refused", (_case, opening, code) => {
    expect(opening).toThrow(expect.objectContaining({ code }));
  });
});
