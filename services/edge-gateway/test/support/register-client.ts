import { expect } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { RegisterResponse } from "@veil/contracts/public/registration";
import request from "supertest";
import { freshAddress } from "./fresh.ts";
import type { TestGateway } from "./test-gateway.ts";

export type Served = Pick<TestGateway, "app">;

export interface RegisterCall {
  readonly from?: string;
  readonly headers?: Record<string, string>;
}

export const parseRegistered = checked(RegisterResponse);

export async function registerAt(
  { app }: Served,
  body: object | string,
  { from = freshAddress(), headers = {} }: RegisterCall = {},
) {
  const response = await request(app)
    .post("/api/v1/register")
    .set("content-type", "application/json")
    .set("x-forwarded-for", from)
    .set(headers)
    .send(typeof body === "string" ? body : JSON.stringify(body));
  return { status: response.status, body: response.body, headers: response.headers };
}

export async function registeredAt(
  app: Served,
  body: object,
  call?: RegisterCall,
): Promise<string> {
  const first = await registerAt(app, body, call);
  expect(first.status).toBe(201);
  return parseRegistered(first.body).svc_api_key;
}

export function expectMasked(answer: { status: number; body: unknown }): void {
  expect(answer.status).toBe(200);
  expect(parseRegistered(answer.body)).toEqual({
    svc_api_key: `svc_${"*".repeat(24)}`,
    tier: "free",
    message: expect.stringContaining("rotate"),
  });
}
