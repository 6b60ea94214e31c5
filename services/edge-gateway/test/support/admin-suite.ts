import { expect } from "@jest/globals";
import { until } from "@veil/testing";
import request from "supertest";
import { openAccountSuite } from "./account-suite.ts";

const [FIRST, SECOND] = ["first-admin-key-".repeat(2), "second-admin-key-".repeat(2)];
export const ADMIN_KEYS = [FIRST, SECOND] as const;

type Method = "get" | "post" | "put" | "patch" | "delete";

export function openAdminSuite(settings: Readonly<Record<string, string>> = {}) {
  const suite = openAccountSuite({ ADMIN_KEYS: ADMIN_KEYS.join(","), ...settings });
  const { one, gateway } = suite;

  function admin(method: Method, path: string, body?: object, key: string = FIRST) {
    const sent = request(one().app)[method](`/api/v1/admin${path}`).set("x-admin-key", key);
    return body === undefined ? sent : sent.send(body);
  }

  return {
    ...suite,
    admin,
    async admined(method: Method, path: string, body?: object) {
      const response = await admin(method, path, body);
      expect(response.body.error).toBeUndefined();
      expect(response.status).toBeLessThan(300);
      return response.body;
    },
    /** Returns the events of this actor once all events have been sent. */
    async eventsOf(actor: string) {
      const waiting = () => gateway().database.query("select from event_outbox");
      await until("all events are sent", async () => (await waiting()).length === 0);
      return one().seen.audit.filter((event) => event.actor === actor);
    },
  };
}
