import { expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { AuditExportResponse } from "@veil/contracts/public/audit";
import { isOfCall, type Sink } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";
import { answerTo, type Gateway } from "../support/clients/gateway.ts";
import type { Scenario } from "../support/scenario.ts";
import { letterEn, letterRequest, PERSON_EN, valuesOf } from "../support/texts.ts";

const CALL = [
  "PROXY_TOKEN_GENERATED",
  "PROXY_SANITIZER_APPLIED",
  "PROXY_INFERENCE_SUBMITTED",
  "PROXY_INFERENCE_COMPLETED",
];
const parse = checked(AuditExportResponse);

async function exported(gateway: Gateway, apiKey: string) {
  const reply = await gateway.call({ path: "/api/v1/audit/export", apiKey });
  if (reply.status !== 200) throw new Error(`Answered ${reply.status}: ${reply.text}`);
  const events = parse(reply.body).events.filter(isOfCall);
  const types = events.map(({ event_type }) => event_type);
  return { events, types, text: reply.text, source: reply.headers["x-veil-audit-source"] };
}

async function exportedCall({ gateway, customer }: Scenario) {
  const { apiKey } = await customer({ tier: "pro" });
  await answerTo(gateway, apiKey, await gateway.proxy(apiKey, letterRequest()));
  const isWhole = (types: readonly string[]) => CALL.every((type) => types.includes(type));
  const whole = await until("the export has the call's end", async () => {
    const now = await exported(gateway, apiKey);
    return isWhole(now.types) && now;
  });
  return { apiKey, whole };
}

/**
 * Expects all events of the call, the oldest first. The events for the token and for sanitising may
 * come in either order.
 */
function expectWhole({ events, types }: Awaited<ReturnType<typeof exported>>): void {
  expect([...types].sort()).toEqual(["ACCOUNT_CREATED", "KEY_ISSUED", ...CALL].sort());
  const times = events.map(({ timestamp }) => timestamp);
  expect(times).toEqual([...times].sort());
}

export function describeAuditExport(scenario: () => Scenario): void {
  test("When a customer makes a call, then the customer's audit export contains the call's events and none of its values", async () => {
    const { gateway } = scenario();
    const { apiKey, whole } = await exportedCall(scenario());
    expectWhole(whole);
    expect(letterEn()).toContain(PERSON_EN.iban);
    for (const value of valuesOf(PERSON_EN)) expect(whole.text).not.toContain(value);
    await until("all of it is from the log", async () => {
      return (await exported(gateway, apiKey)).source === "audit_service";
    });
  });
}

export function describeAuditOutage(scenario: () => Scenario): void {
  test("While the audit service is down, the export contains events from the gateway's memory, and the log has all of them afterwards", async () => {
    const { stack, gateway } = scenario();
    await stack.kill("audit");
    const { apiKey, whole } = await exportedCall(scenario());
    expect(whole.source).toBe("memory_buffer");
    await stack.restart("audit");
    const logged = await until("it is from the log", async () => {
      const now = await exported(gateway, apiKey);
      return now.source === "audit_service" && now.events.length >= whole.events.length && now;
    });
    expectWhole(logged);
  });
}

/** Exports the audit events of the leak canary's customer, with a key of a tier that allows it. */
export async function exportSink({ stack, gateway }: Scenario, email: string): Promise<Sink> {
  const { apiKey } = await stack.provision({ tier: "pro", email });
  const { text } = await exported(gateway, apiKey);
  // These types prove that the export contains the events of the requests.
  for (const type of ["PROXY_INFERENCE_FAILED", "PROVING_GROUND_EVALUATION", "PROXY_REFUSED"])
    expect(text).toContain(type);
  return { name: "audit export", text };
}
