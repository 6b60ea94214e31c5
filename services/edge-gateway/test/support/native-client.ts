import { checked } from "@veil/contracts/parsing";
import { ProxyResponse } from "@veil/contracts/public/proxy";
import { UsageResponse } from "@veil/contracts/public/registration";
import { until } from "@veil/testing";
import request from "supertest";
import type { TestGateway } from "./test-gateway.ts";

type Served = Pick<TestGateway, "app">;

export const PROXY_PATH = "/api/v1/proxy/messages";

const parseResponse = checked(ProxyResponse);
const parseUsage = checked(UsageResponse);

export async function callNatively(
  { app }: Served,
  apiKey: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<request.Response> {
  const isRaw = typeof body === "string" || Buffer.isBuffer(body);
  return await request(app)
    .post(PROXY_PATH)
    .set({ "x-api-key": apiKey, "content-type": "application/json", ...headers })
    .serialize((sent: unknown) => sent as string)
    .send(isRaw ? body : JSON.stringify(body));
}

/**
 * Waits until the gateway is ready. The fake services share its thread, and do not respond while it
 * reads a very large body.
 */
export async function becomesReady({ app }: Served): Promise<void> {
  const isReady = async () => (await request(app).get("/ready")).status === 200;
  await until("the gateway is ready", isReady);
}

export async function readJob({ app }: Served, apiKey: string, jobId: string) {
  return await request(app).get(`/api/v1/proxy/jobs/${jobId}`).set("x-api-key", apiKey);
}

export function finalOf({ status, body, text }: request.Response): ProxyResponse {
  if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
  return parseResponse(body);
}

export function acceptedOf({ status, body, text }: request.Response): string {
  if (status !== 202 || body.status !== "processing") throw new Error(`Not a 202: ${text}`);
  return String(body.job_id);
}

export async function usageOf({ app }: Served, apiKey: string): Promise<UsageResponse> {
  return parseUsage((await request(app).get("/api/v1/usage").set("x-api-key", apiKey)).body);
}

export const codeOf = ({ status, body }: request.Response) => [status, body.error];

export function letterRequest(overrides: Readonly<Record<string, unknown>> = {}) {
  return {
    prompt_template: "Answer this letter: {letter}",
    context: { letter: "Ann Weber writes from ann@post.example." },
    ...overrides,
  };
}
