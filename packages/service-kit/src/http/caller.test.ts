import { beforeEach, describe, expect, test } from "@jest/globals";
import { publicKeyBytes } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import express, { type Express } from "express";
import { type CryptoKey, type KeyObject, SignJWT } from "jose";
import request from "supertest";
import { createMetrics, silentLogger } from "../telemetry/index.ts";
import { createCallerCheck, requireCaller } from "./caller.ts";
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
    .use(requireCaller(createCallerCheck({ ...options, nowMs: () => nowMs })))
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

describe("Accepted tokens", () => {
  test("accepts a token that the caller signed for this service", async () => {
    const issuer = createTokenIssuer(gateway, () => nowMs);
    const response = await call(await issuer.tokenFor("bridge"));
    expect([response.status, response.body]).toEqual([200, { caller: "edge-gateway" }]);
  });

  test("accepts a token from a caller whose clock is 4 seconds ahead", async () => {
    const ahead = { iat: START_S + 4, exp: START_S + 64 };
    expect((await call(await tokenWith({ claims: ahead }))).status).toBe(200);
  });
});

describe("Tokens that are refused with 401", () => {
  test.each<[string, Claims]>([
    ["the token is for another service", { aud: "audit" }],
    ["the token has no audience", { aud: undefined }],
    ["the token has expired", { iat: START_S - 120, exp: START_S - 60 }],
    ["the token comes from the future", { iat: START_S + 30, exp: START_S + 90 }],
    ["the token is not valid yet", { nbf: START_S + 30 }],
    ["the token lives longer than 60 s", { exp: START_S + 61 }],
    ["the token does not contain its issue time", { iat: undefined }],
    ["the token does not expire", { exp: undefined }],
    ["the issuer is not a service", { iss: "mallory" }],
    ["there is no issuer", { iss: undefined }],
  ])("refuses the request when %s", async (_when, claims) => {
    await expectRefused(await tokenWith({ claims }));
  });

  test("refuses a token that is signed with the caller's key for messages", async () => {
    const { key, keyId } = gateway.signing("message");
    await expectRefused(await tokenWith({ key, header: { kid: keyId } }));
    await expectRefused(await tokenWith({ key }));
  });

  test("refuses a token that another service signed in the caller's name", async () => {
    const { key, keyId } = keysOf("inference-worker").signing("service-token");
    await expectRefused(await tokenWith({ key, header: { kid: keyId } }));
    await expectRefused(await tokenWith({ key }));
  });

  test("refuses a token whose key id is empty or belongs to another service", async () => {
    const { keyId } = keysOf("audit").signing("service-token");
    await expectRefused(await tokenWith({ header: { kid: keyId } }));
    await expectRefused(await tokenWith({ header: { kid: "" } }));
  });

  test("refuses an unsigned token (alg none)", async () => {
    const [, payload] = (await tokenWith()).split(".");
    const { keyId } = gateway.signing("service-token");
    const header = encoded({ alg: "none", kid: keyId });
    await expectRefused(`${header}.${payload}.`);
  });

  test("refuses a token that uses the public key as a shared secret (HS256)", async () => {
    const secret = publicKeyBytes(gateway.signing("service-token").key);
    await expectRefused(await tokenWith({ key: secret, header: { alg: "HS256" } }));
  });

  test("refuses a token with one changed letter in the signature", async () => {
    const token = await tokenWith();
    const at = token.length - 20;
    const letter = token[at] === "A" ? "B" : "A";
    await expectRefused(token.slice(0, at) + letter + token.slice(at + 1));
  });

  test.each(["", "a", "a.b", "a.b.c", "..", "null"])(
    "refuses the malformed token %p",
    async (token) => {
      await expectRefused(token);
    },
  );

  test("refuses a request without a token or with a scheme other than Bearer", async () => {
    expect((await request(app).get("/")).status).toBe(401);
    expect((await call(await tokenWith(), "Basic")).status).toBe(401);
  });
});

test("returns 403 when the token is valid but its service may not call this one", async () => {
  const worker = createTokenIssuer(keysOf("inference-worker"), () => nowMs);
  const response = await call(await worker.tokenFor("bridge"));
  expect([response.status, response.body.error]).toEqual([403, "caller_not_allowed"]);
  const again = await call(await worker.tokenFor("bridge"));
  expect(again.status).toBe(403);
});

describe("The cache of verified tokens", () => {
  test("verifies a token's signature only once before the token expires", async () => {
    const token = await tokenWith();
    for (const afterMs of [0, 1_000, 59_999]) {
      nowMs = START_MS + afterMs;
      expect((await call(token)).status).toBe(200);
    }
    expect(signaturesChecked).toBe(1);
  });

  test("refuses a cached token after it expired", async () => {
    const token = await tokenWith();
    expect((await call(token)).status).toBe(200);
    nowMs = START_MS + 66_000;
    await expectRefused(token);
  });

  test("refuses a token with the content of a cached token but another signature", async () => {
    const token = await tokenWith();
    await call(token);
    await expectRefused(`${token.split(".").slice(0, 2).join(".")}.${"A".repeat(86)}`);
  });
});

describe("createTokenIssuer", () => {
  const issuer = createTokenIssuer(gateway, () => nowMs);

  test("tokenFor returns the same token for 30 s, and different tokens for different audiences", async () => {
    const first = await issuer.tokenFor("bridge");
    nowMs += 29_999;
    expect(await issuer.tokenFor("bridge")).toBe(first);
    expect(await issuer.tokenFor("audit")).not.toBe(first);
    nowMs += 1;
    expect(await issuer.tokenFor("bridge")).not.toBe(first);
  });

  test("tokenFor returns a new token after the clock was set back", async () => {
    const first = await issuer.tokenFor("bridge");
    nowMs = START_MS - 3_600_000;
    expect(await issuer.tokenFor("bridge")).not.toBe(first);
  });
});

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
