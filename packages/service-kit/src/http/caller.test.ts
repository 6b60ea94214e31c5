import { beforeEach, describe, expect, test } from "@jest/globals";
import { publicKeyBytes } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import express, { type Express } from "express";
import { type CryptoKey, type KeyObject, SignJWT } from "jose";
import request from "supertest";
import { createMetrics, silentLogger } from "../telemetry/index.ts";
import { requireCaller } from "./caller.ts";
import { createTokenIssuer } from "./client/token-issuer.ts";
import { errorHandler } from "./errors.ts";
import { requestContext } from "./request-context.ts";

const { trust, keysOf } = createTestTrust();
const gateway = keysOf("edge-gateway");
const START_MS = Date.parse("2026-01-01T00:00:00Z");
const START_S = START_MS / 1000;

let nowMs = START_MS;
let signaturesChecked = 0;
let app: Express;

beforeEach(() => {
  nowMs = START_MS;
  signaturesChecked = 0;
  app = createBridge();
});

function createBridge(): Express {
  const counting: typeof trust = {
    ...trust,
    verifyKey(...asked) {
      signaturesChecked += 1;
      return trust.verifyKey(...asked);
    },
  };
  const options = { service: "bridge", allowed: ["edge-gateway"], trust: counting } as const;
  return express()
    .use(requestContext({ log: silentLogger, metrics: createMetrics("test"), trustCaller: true }))
    .use(requireCaller({ ...options, nowMs: () => nowMs }))
    .get("/", (_req, res) => void res.json({ caller: res.locals["caller"] }))
    .use(errorHandler(silentLogger));
}

function call(token: string, scheme = "Bearer") {
  return request(app).get("/").set("authorization", `${scheme} ${token}`);
}

type Claims = Readonly<Record<string, string | number | undefined>>;

interface Forgery {
  readonly claims?: Claims;
  readonly header?: { readonly alg?: string; readonly kid?: string };
  readonly key?: KeyObject | CryptoKey | Uint8Array;
}

function tokenWith({ claims, header, key }: Forgery = {}): Promise<string> {
  const own = gateway.signing("service-token");
  const good = { iss: "edge-gateway", aud: "bridge", iat: START_S, exp: START_S + 60 };
  return new SignJWT({ ...good, ...claims })
    .setProtectedHeader({ alg: "EdDSA", kid: own.keyId, ...header })
    .sign(key ?? own.key);
}

async function expectRefused(token: string) {
  const response = await call(token);
  expect([response.status, response.body.error]).toEqual([401, "caller_not_authenticated"]);
}

describe("A caller is accepted", () => {
  test("with a token that it signed for this service", async () => {
    const issuer = createTokenIssuer(gateway, () => nowMs);
    const response = await call(await issuer.tokenFor("bridge"));
    expect([response.status, response.body]).toEqual([200, { caller: "edge-gateway" }]);
  });

  test("with a clock that is a few seconds ahead", async () => {
    const ahead = { iat: START_S + 4, exp: START_S + 64 };
    expect((await call(await tokenWith({ claims: ahead }))).status).toBe(200);
  });
});

describe("A caller is refused as not authenticated", () => {
  test.each<[string, Claims]>([
    ["the token is for another service", { aud: "audit" }],
    ["the token has no audience", { aud: undefined }],
    ["the token has expired", { iat: START_S - 120, exp: START_S - 60 }],
    ["the token comes from the future", { iat: START_S + 30, exp: START_S + 90 }],
    ["the token is not valid yet", { nbf: START_S + 30 }],
    ["the token lives longer than 60 s", { exp: START_S + 61 }],
    ["the token does not say when it was made", { iat: undefined }],
    ["the token does not expire", { exp: undefined }],
    ["the issuer is no service", { iss: "mallory" }],
    ["there is no issuer", { iss: undefined }],
  ])("when %s", async (_when, claims) => {
    await expectRefused(await tokenWith({ claims }));
  });

  test("when the key serves another purpose", async () => {
    const { key, keyId } = gateway.signing("message");
    await expectRefused(await tokenWith({ key, header: { kid: keyId } }));
    await expectRefused(await tokenWith({ key }));
  });

  test("when another service signs in its name", async () => {
    const { key, keyId } = keysOf("inference-worker").signing("service-token");
    await expectRefused(await tokenWith({ key, header: { kid: keyId } }));
    await expectRefused(await tokenWith({ key }));
  });

  test("when the key id is another service's, or none", async () => {
    const { keyId } = keysOf("audit").signing("service-token");
    await expectRefused(await tokenWith({ header: { kid: keyId } }));
    await expectRefused(await tokenWith({ header: { kid: "" } }));
  });

  test("when the token is not signed (alg none)", async () => {
    const [, payload] = (await tokenWith()).split(".");
    const { keyId } = gateway.signing("service-token");
    const header = encoded({ alg: "none", kid: keyId });
    await expectRefused(`${header}.${payload}.`);
  });

  test("when the public key was used as a shared secret (HS256)", async () => {
    const secret = publicKeyBytes(gateway.signing("service-token").key);
    await expectRefused(await tokenWith({ key: secret, header: { alg: "HS256" } }));
  });

  test("when one letter of the signature has changed", async () => {
    const token = await tokenWith();
    const at = token.length - 20;
    const letter = token[at] === "A" ? "B" : "A";
    await expectRefused(token.slice(0, at) + letter + token.slice(at + 1));
  });

  test.each(["", "a", "a.b", "a.b.c", "..", "null"])("when the token is %p", async (token) => {
    await expectRefused(token);
  });

  test("when there is no token, or one of another scheme", async () => {
    expect((await request(app).get("/")).status).toBe(401);
    expect((await call(await tokenWith(), "Basic")).status).toBe(401);
  });
});

test("When the token is valid but its service may not call this one, then 403", async () => {
  const worker = createTokenIssuer(keysOf("inference-worker"), () => nowMs);
  const response = await call(await worker.tokenFor("bridge"));
  expect([response.status, response.body.error]).toEqual([403, "caller_not_allowed"]);
  const again = await call(await worker.tokenFor("bridge"));
  expect(again.status).toBe(403);
});

describe("A verified token", () => {
  test("is not verified a second time until it expires", async () => {
    const token = await tokenWith();
    for (const afterMs of [0, 1_000, 59_999]) {
      nowMs = START_MS + afterMs;
      expect((await call(token)).status).toBe(200);
    }
    expect(signaturesChecked).toBe(1);
  });

  test("is refused when it has expired", async () => {
    const token = await tokenWith();
    expect((await call(token)).status).toBe(200);
    nowMs = START_MS + 66_000;
    await expectRefused(token);
  });

  test("does not help another token with the same content", async () => {
    const token = await tokenWith();
    await call(token);
    await expectRefused(`${token.split(".").slice(0, 2).join(".")}.${"A".repeat(86)}`);
  });
});

describe("createTokenIssuer", () => {
  const issuer = createTokenIssuer(gateway, () => nowMs);

  test("signs once in 30 s for each audience", async () => {
    const first = await issuer.tokenFor("bridge");
    nowMs += 29_999;
    expect(await issuer.tokenFor("bridge")).toBe(first);
    expect(await issuer.tokenFor("audit")).not.toBe(first);
    nowMs += 1;
    expect(await issuer.tokenFor("bridge")).not.toBe(first);
  });

  test("When the clock was set back, then a new token is made", async () => {
    const first = await issuer.tokenFor("bridge");
    nowMs = START_MS - 3_600_000;
    expect(await issuer.tokenFor("bridge")).not.toBe(first);
  });
});

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
