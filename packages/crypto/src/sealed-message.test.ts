import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createParties } from "../test/key-fixture.ts";
import { refusal } from "../test/refusal.ts";
import { signEd25519 } from "./ed25519.ts";
import { openMessage, type SealedMessage, sealMessage } from "./sealed-message.ts";
import type { VerificationCode } from "./verification-error.ts";

const { gateway, worker, audit, trust } = createParties();
const body = Buffer.from('{"token":"t"}');

function seal(jobId = "job_1"): SealedMessage {
  return sealMessage(body, {
    from: gateway.signer,
    to: "inference-worker",
    trust,
    kind: "job",
    jobId,
  });
}

function open(message: SealedMessage): Buffer {
  return openMessage(message, { as: worker, from: "edge-gateway", trust, kind: "job" });
}

test("What is sealed opens at its receiver, also after a trip as JSON", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (bytes, jobId) => {
      const to = "inference-worker" as const;
      const sealed = sealMessage(bytes, { from: gateway.signer, to, trust, kind: "job", jobId });
      const travelled = JSON.parse(JSON.stringify(sealed)) as SealedMessage;
      expect(open(travelled)).toEqual(Buffer.from(bytes));
    }),
    { numRuns: 30 },
  );
});

test("The message shows its header and nothing of its body", () => {
  const { box, signature, ...header } = seal();
  expect(header).toEqual({
    kind: "job",
    job_id: "job_1",
    sender: "edge-gateway",
    receiver: "inference-worker",
    sealing_key_id: "inference-worker-sealing",
    signing_key_id: "edge-gateway-message",
  });
  expect(Buffer.from(box, "base64").includes(body)).toBe(false);
  expect(signature).toMatch(/^[A-Za-z0-9+/]{86}==$/);
});

describe("A change on the way is noticed", () => {
  const other = seal("job_2");

  test.each<[keyof SealedMessage, unknown, VerificationCode]>([
    ["kind", "result", "wrong_kind"],
    ["job_id", "job_2", "bad_signature"],
    ["sender", "audit", "wrong_sender"],
    ["receiver", "audit", "wrong_receiver"],
    ["sealing_key_id", "edge-gateway-sealing", "bad_signature"],
    ["signing_key_id", "inference-worker-message", "unknown_key"],
    ["signing_key_id", "edge-gateway-sealing", "unknown_key"],
    ["box", other.box, "bad_signature"],
    ["signature", other.signature, "bad_signature"],
    ["signature", "", "bad_signature"],
    ["job_id", ["job_1"], "malformed"],
    ["job_id", "\ud800", "malformed"],
  ])("in %s (to %p)", (field, value, code) => {
    expect(() => open({ ...seal(), [field]: value } as SealedMessage)).toThrow(refusal(code));
  });

  test.each(["kind", "job_id", "sender", "receiver", "sealing_key_id", "signing_key_id", "box"])(
    "when %s is missing",
    (field) => {
      const { [field]: _gone, ...rest } = { ...seal() } as Record<string, unknown>;
      expect(() => open(rest as unknown as SealedMessage)).toThrow(refusal("malformed"));
    },
  );

  test("in any one character of the box", () => {
    const message = seal();
    for (const at of [0, 10, 43, message.box.length - 3]) {
      const letter = message.box[at] === "A" ? "B" : "A";
      const box = message.box.slice(0, at) + letter + message.box.slice(at + 1);
      expect(() => open({ ...message, box })).toThrow(refusal("bad_signature"));
    }
  });
});

describe("Even with a valid signature of the sender", () => {
  // What a sender could sign by mistake: the ciphertext itself must refuse to stand for another message.
  test.each<[keyof SealedMessage, string]>([
    ["job_id", "job_2"],
    ["signing_key_id", "edge-gateway-message-2"],
  ])("a box does not open under another %s", (field, value) => {
    const resigned = resign({ ...seal(), [field]: value });
    const tolerant = {
      ...trust,
      verifyKey: (service: never, purpose: never) =>
        trust.verifyKey(service, purpose, "edge-gateway-message"),
    };
    expect(() =>
      openMessage(resigned, { as: worker, from: "edge-gateway", trust: tolerant, kind: "job" }),
    ).toThrow(refusal("decryption_failed"));
  });

  test("a result does not open as a job", () => {
    const options = {
      from: gateway.signer,
      to: "inference-worker",
      trust,
      jobId: "job_1",
    } as const;
    const result = sealMessage(body, { ...options, kind: "result" });
    expect(() => open(resign({ ...result, kind: "job" }))).toThrow(refusal("decryption_failed"));
  });
});

describe("A message for somebody else", () => {
  test("does not open at the sender's own door", () => {
    const reflected = () =>
      openMessage(seal(), { as: gateway, from: "inference-worker", trust, kind: "job" });
    expect(reflected).toThrow(refusal("wrong_sender"));
  });

  test("does not open with a sealing key that its receiver does not hold", () => {
    const message = resign({ ...seal(), sealing_key_id: "audit-sealing" });
    expect(() => open(message)).toThrow(refusal("unknown_key"));
  });

  test("signed by another service's key is refused", () => {
    const forged = { ...audit.signer, service: "edge-gateway" } as const;
    const message = sealMessage(body, {
      from: forged,
      to: "inference-worker",
      trust,
      kind: "job",
      jobId: "job_1",
    });
    expect(() => open(message)).toThrow(refusal("unknown_key"));
  });
});

/** The signature as `sealMessage` makes it, written down a second time. */
function resign({ signature: _old, ...unsigned }: SealedMessage): SealedMessage {
  const sorted = Object.fromEntries(Object.entries(unsigned).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = `veil/signed-message/v1\n${JSON.stringify(sorted)}`;
  const signature = signEd25519(gateway.signer.key, Buffer.from(text)).toString("base64");
  return { ...unsigned, signature };
}
