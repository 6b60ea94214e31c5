import { describe, expect, test } from "@jest/globals";
import type { TSchema } from "typebox";
import { AuditEvent, AuditMessage } from "./audit/events.ts";
import { TokenRequest, TokenResponse } from "./bridge.ts";
import { ApiError } from "./errors.ts";
import {
  InferenceJob,
  InferenceResult,
  providerKeyBindings,
  SealedJob,
  SealedResult,
} from "./inference.ts";
import { IsolationReportMessage } from "./isolation.ts";
import { checked } from "./parsing/index.ts";
import { EntityListRequest } from "./public/entity-lists.ts";
import { KeyEntityPolicyRequest } from "./public/entity-policy.ts";
import { ProxyRequest } from "./public/proxy.ts";
import { entityListBindings, SanitiseRequest, SanitiseResponse } from "./sanitiser.ts";
import { VeilKeysManifest } from "./signer.ts";

function isValid(schema: TSchema, value: unknown): boolean {
  try {
    checked(schema)(value);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

const job = {
  job_request_id: "j",
  token: "t",
  prompt_template: "Hello {name}",
  context: [{ name: "name", text: "[PERSON_1]" }],
  max_tokens: 1_024,
  credential: { kind: "managed" },
  end_user_id: "u",
  deadline: "2026-01-01T00:00:00Z",
};

const event = {
  event_id: "0b6f5d2e-6f0e-4f5a-9d5b-3d3f0c1a2b3c",
  occurred_at: "2026-01-01T00:00:00Z",
  event_type: "PROXY_TOKEN_GENERATED",
  actor: `cus_${"0".repeat(32)}`,
  scope: "0".repeat(64),
  payload: { model: "m" },
};

describe("TokenRequest and TokenResponse, which cross the boundary of Sandbox A", () => {
  const token_request_ids = [`tok_${"0".repeat(32)}`];
  const order = { customer_id: "cus_1", token_request_ids };

  test.each([
    [order, true],
    [{ ...order, email: "ann@example.org" }, false],
    [{ ...order, context: {} }, false],
    [{ ...order, token_request_ids: ["Ann"] }, false],
    [{ customer_id: "cus_1" }, false],
    [{}, false],
  ])("whether a token request is valid with the body %j: %p", (body, fits) => {
    expect(isValid(TokenRequest, body)).toBe(fits);
  });

  test("a token of base64url characters is valid, and a token with = is not", () => {
    expect(isValid(TokenResponse, { tokens: ["A".repeat(222)] })).toBe(true);
    expect(isValid(TokenResponse, { tokens: [`${"A".repeat(221)}=`] })).toBe(false);
  });
});

describe("InferenceJob and InferenceResult, which cross the boundary of Sandbox B", () => {
  test("a job with only the known fields is valid", () => {
    expect(isValid(InferenceJob, job)).toBe(true);
  });

  test.each(["customer_id", "email", "api_key", "placeholder_map", "request_id", "traceparent"])(
    "a job with the additional field %s is invalid",
    (name) => {
      expect(isValid(InferenceJob, { ...job, [name]: "x" })).toBe(false);
    },
  );

  test("a job whose context contains the original of a value is invalid", () => {
    const context = [{ name: "name", text: "[PERSON_1]", original: "Ann" }];
    expect(isValid(InferenceJob, { ...job, context })).toBe(false);
  });

  test("a job with a plaintext provider key is invalid", () => {
    const credential = { kind: "plain", key: "sk-1" };
    expect(isValid(InferenceJob, { ...job, credential })).toBe(false);
  });

  test("a failed result with a known reason is valid, and one with the provider's text is not", () => {
    const failed = { outcome: "failed", latency_ms: 1, attempts: 1 };
    expect(isValid(InferenceResult, { ...failed, reason: "provider_refused" })).toBe(true);
    expect(isValid(InferenceResult, { ...failed, reason: "Your key sk-1 is bad" })).toBe(false);
    expect(isValid(InferenceResult, { ...failed, reason: "provider_refused", message: "x" })).toBe(
      false,
    );
  });

  test("the bindings of a stored provider key differ when its record or its provider differs", () => {
    const bound = (record: string, provider: string) =>
      providerKeyBindings(record, provider).aad.toString("hex");
    expect(bound("a", "b,c")).not.toBe(bound("a,b", "c"));
    expect(bound('a","b', "c")).not.toBe(bound("a", 'b","c'));
    expect(bound("a", "b")).toBe(bound("a", "b"));
  });
});

test("The bindings of a stored entity list differ when its id or its version differs", () => {
  const bound = (id: string, version: number) => entityListBindings(id, version).aad.toString();
  expect(new Set([bound("a", 1), bound("a", 11), bound("a,1", 1), bound("b", 1)]).size).toBe(4);
  expect(bound("a", 1)).toBe(bound("a", 1));
});

describe("An audit event", () => {
  test.each<[string, object, boolean]>([
    ["with the known fields", {}, true],
    ["with the hash of a token as actor", { actor: `token:${"0".repeat(64)}` }, true],
    ["with an email as actor", { actor: "ann@example.org" }, false],
    ["with a token itself as actor", { actor: `token:${"A".repeat(222)}` }, false],
    ["with an unknown payload key", { payload: { value: "Ann" } }, false],
    ["with a subject", { subject: "1".repeat(64) }, true],
    ["with a customer id as subject", { subject: `cus_${"0".repeat(40)}` }, false],
    ["with an organization in clear", { scope: "org_1" }, false],
    ["with an unknown field", { email: "ann@example.org" }, false],
  ])("whether an audit event %s is valid (%j): %p", (_what, change, fits) => {
    expect(isValid(AuditEvent, { ...event, ...change })).toBe(fits);
  });
});

describe("Schemas of the sanitiser, the public API and the key manifest", () => {
  test.each<[string, object, boolean]>([
    ["with the known fields", {}, true],
    ["of an unknown type", { types: ["person"] }, false],
    ["with a recognizer that is not an identifier", { recognizers: ["Anna Weber"] }, false],
    ["with a text", { fields: [{ name: "a", findings: [], left: [], text: "Ann" }] }, false],
    ["without findings", { fields: [{ name: "a", left: [] }] }, false],
    [
      "with findings that are not numbers",
      { fields: [{ name: "a", findings: "1", left: [] }] },
      false,
    ],
    [
      "with an unknown reason for what stays",
      {
        fields: [{ name: "a", findings: [], left: [{ type: "AGE", reason: "", count: 1 }] }],
      },
      false,
    ],
    ["with a digest in hexadecimal", { sha256: "a".repeat(64) }, false],
  ])("whether a sanitiser's response %s is valid (%j): %p", (_what, change, fits) => {
    const answer = {
      fields: [{ name: "a", findings: [0, 3, 0, 1, 0, 70], left: [] }],
      types: ["PERSON"],
      recognizers: ["names-model"],
      sha256: "A".repeat(43),
      layers_active: [],
    };
    expect(isValid(SanitiseResponse, { ...answer, ...change })).toBe(fits);
  });

  test("a request to sanitise is invalid with a customer id or without fields", () => {
    const fields = [{ name: "a", text: "" }];
    expect(isValid(SanitiseRequest, { fields })).toBe(true);
    expect(isValid(SanitiseRequest, { fields, customer_id: "cus_1" })).toBe(false);
    expect(isValid(SanitiseRequest, { fields: [] })).toBe(false);
  });

  test.each<[object, boolean]>([
    [{ model: "openai/gpt-4o:latest" }, true],
    [{ model: "../../etc" }, false],
    [{ model: "a b" }, false],
    [{ temperature: 1 }, true],
    [{ temperature: 1.1 }, false],
    [{ max_tokens: 0 }, false],
    [{ relink_respones: false }, false],
    [{ language: "fr" }, false],
    [{ entity_policy: { types: { PERSON: false }, deny: [{ value: "Falke" }] } }, true],
    [{ entity_policy: { types: { FALKE: true } } }, false],
    [{ entity_policy: { thresholds: { PERSON: 1.1 } } }, false],
    [{ entity_policy: { may_keep: ["PERSON"] } }, false],
    [{ activity_id: "Bewerbungen 2026/7 – Müller & Söhne" }, true],
    [{ activity_id: "\u{1f600}".repeat(128) }, true],
    [{ activity_id: "x".repeat(129) }, false],
    [{ activity_id: "" }, false],
    [{ activity_id: "a\u0000" }, false],
    [{ activity_id: "a\nb" }, false],
    [{ activity_id: "a\ud800" }, false],
  ])("whether a native request is valid with %j: %p", (change, fits) => {
    const request = { prompt_template: "Hi {name}", context: { name: "Ann" } };
    expect(isValid(ProxyRequest, { ...request, ...change })).toBe(fits);
  });

  test.each<[object, boolean]>([
    [{}, true],
    [{ types: { PERSON: true }, may_keep: ["AGE"], may_allow: true }, true],
    [{ types: { EMAIL_ADDRESS: true }, thresholds: { ZIP_CODE: 1 }, may_keep: ["ORG"] }, true],
    [{ may_keep: ["FALKE"] }, false],
    [{ may_keep: ["LITERAL"] }, false],
    [{ types: { LITERAL: true } }, false],
    [{ types: { __proto__: null, toString: true } }, false],
    [{ thresholds: { PERSON: 1.1 } }, false],
    [{ allow: ["Projekt Falke"] }, false],
    [{ deny: [{ value: "Projekt Falke" }] }, false],
  ])("whether a key's entity policy is valid as %j: %p", (policy, fits) => {
    expect(isValid(KeyEntityPolicyRequest, policy)).toBe(fits);
  });

  test.each<[object, boolean]>([
    [{ value: "ab", type: "PERSON" }, true],
    [{ value: "ab", type: "PHONE_NUMBER" }, true],
    [{ value: "ab", type: "LITERAL" }, false],
    [{ value: "a" }, false],
    [{ value: "a".repeat(257) }, false],
    [{ value: "ab", type: "person" }, false],
    [{ value: "ab", note: "x" }, false],
  ])("whether an entity list is valid with the entry %j: %p", (entry, fits) => {
    expect(isValid(EntityListRequest, { kind: "deny", entries: [entry] })).toBe(fits);
  });

  test("a manifest with an Ed25519 key is valid, and one with an X25519 key is not", () => {
    const key = { service_id: "s", key_id: "k", public_key: "0".repeat(64), purpose: "sealing" };
    const manifest = (algorithm: string) => ({
      issuer: "i",
      version: 1,
      supported_protocol_versions: [1],
      keys: [{ ...key, algorithm, key_state: "active" }],
      signed_at: "2026-01-01T00:00:00Z",
      signature: "0".repeat(128),
      signing_key_id: "k",
      signing_algorithm: "Ed25519",
      served_at: "2026-01-01T00:00:00Z",
    });
    expect(isValid(VeilKeysManifest, manifest("Ed25519"))).toBe(true);
    expect(isValid(VeilKeysManifest, manifest("X25519"))).toBe(false);
  });
});

const sealed = {
  kind: "job",
  job_id: "job_1",
  sender: "edge-gateway",
  receiver: "inference-worker",
  sealing_key_id: "k1",
  signing_key_id: "k2",
  box: "AAAA",
  signature: "AAAA",
};
const back = {
  ...sealed,
  kind: "result",
  sender: "inference-worker",
  receiver: "edge-gateway",
};
const signed = {
  sender: "edge-gateway",
  receiver: "audit",
  signing_key_id: "k1",
  body: "{}",
  signature: "AAAA",
};

describe("The schemas of messages between services", () => {
  test.each([
    ["a job", SealedJob, sealed],
    ["a result", SealedResult, back],
    ["a batch of events", AuditMessage, signed],
    [
      "a report",
      IsolationReportMessage,
      { ...signed, sender: "bridge-probe", receiver: "edge-gateway" },
    ],
  ])("%s is invalid with an unknown, missing or mistyped field", (_what, schema, message) => {
    expect(isValid(schema, message)).toBe(true);
    expect(isValid(schema, { ...message, customer_id: "cus_1" })).toBe(false);
    for (const field of Object.keys(message)) {
      expect(isValid(schema, { ...message, [field]: undefined })).toBe(false);
      expect(isValid(schema, { ...message, [field]: ["AAAA"] })).toBe(false);
    }
  });

  test.each([
    ["a job where a result belongs", SealedResult, sealed],
    ["a result where a job belongs", SealedJob, back],
    ["another sender", SealedJob, { ...sealed, sender: "bridge" }],
    ["another receiver", AuditMessage, { ...signed, receiver: "bridge" }],
    ["an id that breaks a log line", SealedJob, { ...sealed, job_id: "job_1\n" }],
    ["a report that is too long", IsolationReportMessage, { ...signed, body: "x".repeat(65_537) }],
  ])("a message is invalid with %s", (_what, schema, message) => {
    expect(isValid(schema, message)).toBe(false);
  });
});
