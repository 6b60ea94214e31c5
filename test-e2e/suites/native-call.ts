import { expect, test } from "@jest/globals";
import { callEventsOf, verifyAuditChain } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";
import { finalOf } from "../support/clients/gateway.ts";
import type { ProviderScenario } from "../support/provider-scenario.ts";
import {
  letterDe,
  letterEn,
  letterRequest,
  PERSON_DE,
  PERSON_EN,
  valuesOf,
} from "../support/texts.ts";

export function describeNativeRequest({
  scenario,
  dialect,
  provider,
  customer,
}: ProviderScenario): void {
  test("The provider receives only placeholders for a native call, and the customer gets the values back", async () => {
    const { gateway } = scenario();
    const { apiKey, customerId } = await customer();
    const context = { english: letterEn(), german: letterDe() };
    const prompt_template = "Answer both letters. {english} {german}";
    provider().clear();

    const reply = await gateway.proxy(apiKey, { prompt_template, context });

    const response = finalOf(reply);
    expect(response).toMatchObject({ status: "JOB_STATUS_COMPLETED", relinked: true });
    const values = [...valuesOf(PERSON_EN), ...valuesOf(PERSON_DE)];
    for (const value of values) expect(response.result).toContain(value);
    const [call, ...more] = provider().record();
    expect(more).toEqual([]);
    expect(call?.path).toBe(dialect === "anthropic" ? "/v1/messages" : "/v1/chat/completions");
    const sent = JSON.stringify(call);
    for (const value of [...values, customerId, apiKey]) expect(sent).not.toContain(value);
    for (const type of ["PERSON", "EMAIL", "PHONE", "IBAN"]) {
      expect(sent).toContain(`[${type}_1]`);
      expect(sent).toContain(`[${type}_2]`);
    }
  });

  test("Text that looks like a placeholder is returned to the customer as it was typed", async () => {
    const letter = `[PERSON_1] [IBAN_1] $& [REDACTED:EMAIL] ${PERSON_EN.email} \u0000 \ud800 \u{1f600}`;
    const { gateway } = scenario();
    const { apiKey } = await customer();
    provider().setMode({ echo: true });
    try {
      const body = letterRequest({ prompt_template: "{letter}", context: { letter } });
      expect(finalOf(await gateway.proxy(apiKey, body)).result).toBe(letter);
    } finally {
      provider().setMode({});
    }
  });
}

export function describeDelivery({ scenario, provider, customer }: ProviderScenario): void {
  test("A native request is counted once, and its events are in an intact audit log", async () => {
    const { stack, gateway } = scenario();
    const { apiKey, customerId } = await customer();
    const reply = await gateway.proxy(apiKey, letterRequest());
    finalOf(reply);
    expect((await gateway.usage(apiKey)).used).toBe(1);

    const requestId = reply.headers["x-request-id"] ?? "";
    const events = await until("all events are in the log", async () => {
      const found = await callEventsOf(stack, requestId);
      return found.length >= 4 && found;
    });
    expect(events.map(({ event_type }) => event_type)).toEqual([
      "PROXY_TOKEN_GENERATED",
      "PROXY_SANITIZER_APPLIED",
      "PROXY_INFERENCE_SUBMITTED",
      "PROXY_INFERENCE_COMPLETED",
    ]);
    const token = expect.stringMatching(/^token:[0-9a-f]{64}$/);
    expect(events.map(({ actor }) => actor)).toEqual([customerId, customerId, token, token]);
    expect(new Set(events.map(({ scope }) => scope)).size).toBe(1);
    expect(events[1]?.payload).toMatchObject({ match_count: "4" });
    expect(await verifyAuditChain(stack)).toMatch(/^\d+ events, chain intact$/);
  });

  test("When the provider responds with 429 first, then the job completes in its second attempt", async () => {
    const { gateway } = scenario();
    const { apiKey } = await customer();
    provider().clear();
    provider().setMode({ statuses: [429], retry_after: 0 });
    const response = finalOf(await gateway.proxy(apiKey, letterRequest()));
    provider().setMode({});
    expect(response).toMatchObject({ status: "JOB_STATUS_COMPLETED", relinked: true });
    expect(response.compliance_trace.attempts).toBe(2);
    expect(provider().record()).toHaveLength(2);
    expect((await gateway.usage(apiKey)).used).toBe(1);
  });
}
