import { expect } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import request from "supertest";
import type { CustomerId } from "../../src/modules/accounts/keys/caller.ts";
import { hashPassword } from "../../src/modules/accounts/sessions/password-hash.ts";
import { testEvent } from "./admission.ts";
import { freshAddress } from "./fresh.ts";
import type { TestGateway } from "./test-gateway.ts";

type Served = Pick<TestGateway, "app">;

/** The default origin of `PUBLIC_BASE_URL` in the tests. */
export const OWN_ORIGIN = "http://127.0.0.1:8080";

export async function logInAt(
  { app }: Served,
  body: object | string,
  { from = freshAddress(), headers = {} }: { from?: string; headers?: object } = {},
) {
  return await request(app)
    .post("/api/v1/auth/login")
    .set("content-type", "application/json")
    .set({ "x-forwarded-for": from, ...headers })
    .send(typeof body === "string" ? body : JSON.stringify(body));
}

/** Logs in. @returns the `Cookie` header of the new session */
export async function sessionOf(served: Served, credentials: object): Promise<string> {
  const response = await logInAt(served, credentials);
  expect(response.status).toBe(200);
  return cookieOf(response);
}

/** Sends a request with a session's cookie, as the portal does. */
export function postWith(served: Served, cookie: string, path: string, body: object) {
  return request(served.app).post(path).set({ cookie, origin: OWN_ORIGIN }).send(body);
}

export function cookieOf({ headers }: request.Response): string {
  const [cookie = ""] = headers["set-cookie"] ?? [];
  return cookie.split(";")[0] ?? "";
}

export async function setPassword(
  { stores }: Pick<TestGateway, "stores">,
  customerId: CustomerId,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password, systemRandomBytes);
  expect(await stores.passwords.set(customerId, hash, testEvent())).toBe(true);
}
