import { describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { eventsWith } from "../support/audit-log.ts";
import { ENTITY_LISTS_PATH, ENTITY_POLICY_PATH, finalOf } from "../support/gateway.ts";
import { PERSON_EN } from "../support/texts.ts";
import type { World } from "../support/world.ts";

const { name, email } = PERSON_EN;
const LETTER = `I am Mrs ${name} and work for Initech Ltd. Write to ${email}.`;

/** A key that has just been used is remembered for some seconds; a provisioned one has not been. */
const UNUSED = { tier: "free" } as const;

export function describeEntityPolicy(world: () => World): void {
  const ask = async (apiKey: string, entity_policy?: object) => {
    const { gateway, simulator } = world();
    simulator.clear();
    const body = {
      prompt_template: "Answer: {letter}",
      context: { letter: LETTER },
      ...(entity_policy && { entity_policy }),
    };
    const reply = await gateway.proxy(apiKey, body);
    return { reply, sent: JSON.stringify(simulator.record()) };
  };

  describe("The entity policy", () => {
    test("By default a request may have more replaced, and not less", async () => {
      const { apiKey } = await world().customer();
      const stricter = await ask(apiKey, { deny: [{ value: "work for", type: "USERNAME" }] });
      expect(finalOf(stricter.reply).compliance_trace.data_exposure_summary.pii_in_ai).toBe(false);
      expect(stricter.sent).toContain("[USERNAME_1]");
      expect(stricter.sent).not.toContain("work for");
      for (const looser of [
        { types: { PERSON: false } },
        { thresholds: { PERSON: 0.99 } },
        { allow: [name] },
      ]) {
        const { reply, sent } = await ask(apiKey, looser);
        expect([reply.status, reply.body["error"]]).toEqual([400, "invalid_field"]);
        expect(reply.text).not.toContain(name);
        expect(sent).toBe("[]");
      }
    });

    test("Organisations are replaced when the request or the key says so", async () => {
      const { stack, customer } = world();
      const { apiKey } = await customer();
      const organisations = { types: { ORGANIZATION: true } };
      expect((await ask(apiKey)).sent).toContain("Initech");
      expect((await ask(apiKey, organisations)).sent).not.toContain("Initech");
      const bound = (await customer(UNUSED)).apiKey;
      await stack.setEntityPolicy(bound, organisations);
      expect((await ask(bound)).sent).not.toContain("Initech");
    });

    test("Within the bounds that an operator sets for a key a request leaves more in the text", async () => {
      const { stack, gateway, customer } = world();
      const { apiKey } = await customer(UNUSED);
      await stack.setEntityPolicy(apiKey, { may_keep: ["PERSON", "EMAIL"], may_allow: true });
      const { reply, sent } = await ask(apiKey, { types: { PERSON: false, EMAIL: false } });
      expect(sent).toContain(name);
      // An address identifies by its form alone: it goes, whatever is said to stay.
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
      await until("the log has the change", async () => (await logged()).length > 0, 10_000);
      const changed = { event_type: "ENTITY_POLICY_CHANGED", actor: "system" };
      expect(await logged()).toMatchObject([{ ...changed, payload: { type_count: "2" } }]);
    });

    test("A bound key cannot help itself to an allow list", async () => {
      const { stack, gateway, customer } = world();
      const { apiKey } = await customer(UNUSED);
      await stack.setEntityPolicy(apiKey, { may_allow: false });
      const body = { kind: "allow", entries: [{ value: name }] };
      const call = { method: "POST", path: ENTITY_LISTS_PATH, apiKey, body } as const;
      const reply = await gateway.call(call);
      expect([reply.status, reply.body["error"]]).toEqual([403, "key_policy_forbids"]);
    });
  });
}
