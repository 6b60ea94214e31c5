import { describe, expect, test } from "@jest/globals";
import { eventsWhere, queryAs } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";
import { Client } from "pg";
import { answerTo } from "../../support/clients/gateway.ts";
import type { Scenario } from "../../support/scenario.ts";
import { letterRequest, PERSON_EN } from "../../support/texts.ts";

const DSAR = "/api/v1/compliance/dsar";
const COMPLETED = { request_status: "completed" };
const VALUE = { kind: "value", value: PERSON_EN.name };
const WAITING = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like $1`;

/** Kills the gateway in the middle of an erasure: while the database waits for a row. */
export function describeErasure(scenario: () => Scenario): void {
  describe("An erasure", () => {
    const send = (apiKey: string, method: "POST" | "PATCH", path: string, body: object) =>
      scenario().gateway.call({ method, path, apiKey, body });
    async function opened(apiKey: string, subject: object): Promise<string> {
      const order = { subject_request_type: "erasure", subject };
      const { body } = await send(apiKey, "POST", DSAR, order);
      return `${DSAR}/${String(body["subject_request_id"])}`;
    }

    /** Kills the gateway when a statement of the step waits for a row, and starts it again. */
    async function killedAt(
      { lock, id, statement }: { lock: string; id: string; statement: string },
      step: () => Promise<unknown>,
    ) {
      const { stack } = scenario();
      const client = new Client({ connectionString: stack.databases.gatewayAdminUrl });
      await client.connect();
      try {
        await client.query("begin");
        await client.query(lock, [id]);
        const ended = step().then(
          () => "answered",
          () => "interrupted",
        );
        await until("the step waits", async () => {
          // A transaction sees the same activity all the time, so this is another connection.
          const waiting = await queryAs(stack.databases.gatewayAdminUrl, WAITING, [statement]);
          return waiting.length > 0;
        });
        await stack.kill("edge-gateway");
        expect(await ended).toBe("interrupted");
      } finally {
        await client.end();
      }
      await stack.restart("edge-gateway");
    }

    test("When the gateway is killed between the lists and the jobs of a value's erasure, then the request is open, and its repetition erases the rest", async () => {
      const { stack, gateway, customer } = scenario();
      const { apiKey } = await customer({ tier: "pro" });
      const entries = [{ value: PERSON_EN.name }];
      await send(apiKey, "POST", "/api/v1/account/entity-lists", { kind: "deny", entries });
      const headers = { "idempotency-key": "kept-for-a-day" };
      const call = await gateway.proxy(apiKey, letterRequest(), headers);
      const { job_id } = (await answerTo(gateway, apiKey, call)).compliance_trace;
      const request = await opened(apiKey, VALUE);
      await send(apiKey, "PATCH", request, { request_status: "in_progress" });
      const complete = () => send(apiKey, "PATCH", request, COMPLETED);
      const lock = "select from jobs where job_id = $1 for update";
      await killedAt({ lock, id: job_id, statement: "%jobs%" }, complete);
      const open = await gateway.call({ path: request, apiKey });
      expect(open.body["request_status"]).toBe("in_progress");
      expect((await complete()).body["request_status"]).toBe("completed");
      const rows = await queryAs(
        stack.databases.gatewayAdminUrl,
        "select from jobs where job_id = $1 and state <> 'gone'",
        [job_id],
      );
      expect(rows).toEqual([]);
      const { body } = await send(apiKey, "POST", DSAR, {
        ...{ subject_request_type: "access", subject: VALUE },
      });
      const searched = body["searched"] as readonly { readonly found: readonly string[] }[];
      expect(searched.flatMap(({ found }) => found)).toEqual([]);
    });

    test("When the gateway is killed during the erasure of a customer, then all of it has happened or nothing, and a repetition finds nothing", async () => {
      const { stack, gateway, customer } = scenario();
      const { apiKey, customerId } = await customer({ tier: "pro" });
      await answerTo(gateway, apiKey, await gateway.proxy(apiKey, letterRequest()));
      const request = await opened(apiKey, { kind: "customer" });
      const complete = () => send(apiKey, "PATCH", request, { ...COMPLETED, confirm: customerId });
      const lock = "select from customers where customer_id = $1 for update";
      await killedAt({ lock, id: customerId, statement: "%delete_customer%" }, complete);
      const countOf = async (table: string) => {
        const text = `select from ${table} where customer_id = $1`;
        return (await queryAs(stack.databases.gatewayAdminUrl, text, [customerId])).length;
      };
      const left = await countOf("customers");
      expect(await countOf("api_keys")).toBe(left);
      if (left === 1) expect((await complete()).status).toBe(200);
      expect((await complete()).status).toBe(401);
      await until("the log has the deletion once", async () => {
        const events = await eventsWhere(stack, "canonical like '%' || $1 || '%'", [customerId]);
        return events.filter(({ event_type }) => event_type === "ACCOUNT_DELETED").length === 1;
      });
    });
  });
}
