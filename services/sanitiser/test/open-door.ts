import { checked } from "@veil/contracts/parsing";
import { type SanitiseRequest, SanitiseResponse } from "@veil/contracts/sanitiser";
import { createTokenIssuer } from "@veil/http-kit";
import { readAnswer, type Sanitised } from "@veil/pii/answer";
import { createLogger, createMetrics } from "@veil/telemetry";
import { createTestTrust } from "@veil/testing";
import type { Express } from "express";
import request from "supertest";
import { createApp } from "../src/app.ts";
import type { PiiLane } from "../src/ports.ts";

const { trust, keysOf } = createTestTrust();
const metrics = createMetrics("sanitiser");
const gateway = createTokenIssuer(keysOf("edge-gateway"));

/** The sanitiser with one lane. What it logs goes into `lines`. */
export function openDoor(lane: PiiLane, lines: string[] = []): Express {
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: "sanitiser", level: "debug", destination });
  const lanes = [{ lane, belowBytes: Number.POSITIVE_INFINITY }];
  return createApp({ log, metrics, trust, lanes });
}

const parse = checked(SanitiseResponse);

/** An answer as the gateway reads it, with the texts that were sent. */
export function sanitisedOf(fields: SanitiseRequest["fields"], body: unknown): Sanitised {
  const answer = parse(body);
  return { ...readAnswer(fields, answer), layers_active: answer.layers_active };
}

/** As the gateway asks. */
export async function post(door: Express, body: unknown) {
  return request(door)
    .post("/sanitise")
    .auth(await gateway.tokenFor("sanitiser"), { type: "bearer" })
    .set("content-type", "application/json")
    .send(typeof body === "string" ? body : JSON.stringify(body));
}
