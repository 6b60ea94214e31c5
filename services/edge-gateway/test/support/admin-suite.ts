import { expect } from "@jest/globals";
import request from "supertest";
import { openAccountSuite } from "./account-suite.ts";

const [FIRST, SECOND] = ["first-admin-key-".repeat(2), "second-admin-key-".repeat(2)];
export const ADMIN_KEYS = [FIRST, SECOND] as const;

type Method = "get" | "post" | "put" | "patch" | "delete";

export function openAdminSuite(settings: Readonly<Record<string, string>> = {}) {
  const suite = openAccountSuite({ ADMIN_KEYS: ADMIN_KEYS.join(","), ...settings });
  const { one } = suite;

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
    eventsOf: async (actor: string) =>
      (await one().events()).filter((event) => event.actor === actor),
  };
}
