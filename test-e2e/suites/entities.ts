import { expect, test } from "@jest/globals";
import { eventsWith } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";
import {
  ENTITY_LISTS_PATH,
  ENTITY_POLICY_PATH,
  finalOf,
  type Gateway,
} from "../support/clients/gateway.ts";
import type { Scenario } from "../support/scenario.ts";
import { PERSON_EN } from "../support/texts.ts";

/** A list with an entry that no detector finds by itself. */
const LANTERN = { kind: "deny", entries: [{ value: "Blue Lantern" }] };
const TEMPLATE = "{letter} / {note}";
const { name, email } = PERSON_EN;
const LETTER = `I am Mrs ${name} and work for Initech Ltd. Write to ${email}.`;

/** Covers lists of known entities, which the gateway seals and only the sanitiser opens. */
export function describeEntityList(scenario: () => Scenario): void {
  test("A list's entry is replaced in every field, restored in the response, and counted for its list", async () => {
    const { gateway, simulator, customer } = scenario();
    const { apiKey } = await customer();
    await createList(gateway, apiKey, LANTERN);
    simulator.clear();
    const context = { letter: "the BLUE LANTERN is late.", note: "who runs blue lantern?" };
    const response = finalOf(await gateway.proxy(apiKey, { prompt_template: TEMPLATE, context }));
    const sent = JSON.stringify(simulator.record());
    expect(sent).not.toMatch(/lantern/i);
    expect(sent).toContain("the [KNOWN_ENTITY_1] is late.");
    expect(sent).toMatch(/who runs \[KNOWN_ENTITY_\d\]\?/);
    expect(response.result).toMatch(/BLUE LANTERN/);
    expect(JSON.stringify(response.compliance_trace)).toContain("lists of known entities: 1");
  });
}

export function describeLongEntityList(scenario: () => Scenario): void {
  test("A list of 100 000 entries is applied like a short one, even with many requests at once", async () => {
    const { gateway, simulator, customer } = scenario();
    const { apiKey } = await customer();
    const entries = Array.from({ length: 100_000 }, (_, index) => ({ value: `lantern n${index}` }));
    await createList(gateway, apiKey, { kind: "deny", entries });
    simulator.clear();
    const context = { letter: "the lantern n99999 and lantern n100000", note: "-" };
    const all = Array.from({ length: 8 }, () =>
      gateway.proxy(apiKey, { prompt_template: TEMPLATE, context }),
    );
    for (const reply of await Promise.all(all)) expect(reply.status).toBe(200);
    const prompts = simulator.record().map((call) => JSON.stringify(call));
    expect(prompts).toHaveLength(8);
    for (const sent of prompts) expect(sent).toContain("the [KNOWN_ENTITY_1] and lantern n100000");
  });
}

export function describeEntityPolicy(scenario: () => Scenario): void {
  const ask = async (apiKey: string, entity_policy?: object) => {
    const { gateway, simulator } = scenario();
    simulator.clear();
    const body = {
      prompt_template: "Answer: {letter}",
      context: { letter: LETTER },
      ...(entity_policy && { entity_policy }),
    };
    const reply = await gateway.proxy(apiKey, body);
    return { reply, sent: JSON.stringify(simulator.record()) };
  };

  test("When an operator has allowed a key to keep names, then a request may leave names unmasked, but not email addresses", async () => {
    const { stack, gateway, customer } = scenario();
    const { apiKey } = await customer({ tier: "free" });
    await stack.setEntityPolicy(apiKey, { may_keep: ["PERSON", "EMAIL"], may_allow: true });
    const { reply, sent } = await ask(apiKey, { types: { PERSON: false, EMAIL: false } });
    expect(sent).toContain(name);
    // No policy keeps an email address, because it always identifies a person.
    expect(sent).not.toContain(email);
    const { data_exposure_summary: exposed } = finalOf(reply).compliance_trace;
    expect(exposed).toMatchObject({ pii_in_ai: true, hint: expect.stringContaining("PERSON") });
    const allowed = await ask(apiKey, { allow: [`Mrs ${name}`, name] });
    expect(allowed.sent).toContain(name);
    expect(finalOf(allowed.reply).compliance_trace.data_exposure_summary.pii_in_ai).toBe(true);
    expect((await ask(apiKey)).sent).not.toContain(name);
    const { reply: refused } = await ask(apiKey, { types: { IBAN: false } });
    expect(refused.body["message"]).toContain("IBAN");
    const { body } = await gateway.call({ path: ENTITY_POLICY_PATH, apiKey });
    expect(body).toMatchObject({ may_keep: ["PERSON", "EMAIL"], may_allow: true });
    const logged = () => eventsWith(stack, "key_id", apiKey.replace("svc_", "").slice(0, 8));
    await until("the log has the change", async () => (await logged()).length > 1);
    expect(await logged()).toMatchObject([
      { event_type: "KEY_ISSUED" },
      {
        event_type: "ENTITY_POLICY_CHANGED",
        actor: expect.stringMatching(/^cus_/),
        payload: { type_count: "2", changed_by: "command" },
      },
    ]);
  });
}

async function createList(gateway: Gateway, apiKey: string, body: object): Promise<void> {
  const reply = await gateway.call({ method: "POST", path: ENTITY_LISTS_PATH, apiKey, body });
  expect(reply.status).toBe(201);
}
