import { expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { ScanResponse } from "@veil/contracts/public/scan";
import { type Gateway, type Reply, withGateway } from "../support/clients/gateway.ts";
import type { Scenario } from "../support/scenario.ts";
import { letterDe, letterEn, PERSON_DE, PERSON_EN, valuesOf } from "../support/texts.ts";

const parse = checked(ScanResponse);
const CAP = 4;

export function describeScanCap(scenario: () => Scenario): void {
  test("All callers and replicas share one limit for public scans", async () => {
    const { stack, simulator } = scenario();
    simulator.clear();
    const env = { SCANS_PER_HOUR: String(CAP) };
    const replicas = [
      await stack.startReplica("edge-gateway", env),
      await stack.startReplica("edge-gateway", env),
    ];
    const statuses: number[] = [];
    const scanAt = (url: string) =>
      withGateway(url, async (gateway: Gateway) => {
        const reply = await gateway.scan({ text: "nothing" });
        statuses.push(reply.status);
        return reply;
      });
    for (let round = 0; round < CAP; round++) for (const { url } of replicas) await scanAt(url);
    expect(statuses.filter((status) => status === 200)).toHaveLength(CAP);
    for (const { url } of replicas) {
      const refused = await scanAt(url);
      expect([refused.status, refused.body["error"]]).toEqual([429, "rate_limited"]);
      expect(refused.headers["retry-after"]).toBe(String(refused.body["retry_after_seconds"]));
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_000);
    }
    for (const replica of replicas) await replica.stop();
    expect(simulator.record()).toEqual([]);
  });
}

export function describeScan(scenario: () => Scenario): void {
  test.each([
    ["en", letterEn(), PERSON_EN],
    ["de", letterDe(), PERSON_DE],
  ] as const)(
    "A scanned letter (%s) is returned without its personal values, to any caller",
    async (language, text, person) => {
      const { gateway, simulator } = scenario();
      simulator.clear();
      for (const body of [{ text }, { text, language }]) {
        const reply = await gateway.scan(body);
        const { redacted, redactions, layers_active } = scanOf(reply);
        for (const value of valuesOf(person)) expect(reply.text).not.toContain(value);
        const types = redactions.map(({ type }) => type);
        for (const type of ["PERSON", "EMAIL", "PHONE", "IBAN"]) expect(types).toContain(type);
        for (const { placeholder } of redactions) expect(redacted).toContain(placeholder);
        expect(layers_active).toEqual(["L1", "L2"]);
      }
      expect(simulator.record()).toEqual([]);
    },
  );
}

function scanOf(reply: Reply): ScanResponse {
  if (reply.status !== 200) throw new Error(`Answered ${reply.status}: ${reply.text}`);
  return parse(reply.body);
}
