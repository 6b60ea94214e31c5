import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createPrincipals } from "../test/key-fixture.ts";
import { refusal } from "../test/refusal.ts";
import { signEd25519 } from "./ed25519.ts";
import { createMessageOpener, createMessageSealer, type SealedMessage } from "./sealed-message.ts";
import type { VerificationCode } from "./verification-error.ts";

const { gateway, worker, audit, trust } = createPrincipals();
const body = Buffer.from('{"token":"t"}');

const options = {
  from: gateway.signer,
  to: "inference-worker",
  trust,
  kind: "job",
} as const;
const sealJob = createMessageSealer(options);
const open = createMessageOpener({ as: worker, from: "edge-gateway", trust, kind: "job" });

function seal(jobId = "job_1"): SealedMessage {
  return sealJob(jobId, body);
}

test("a sealed message opens at its receiver after it was serialized as JSON", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (bytes, jobId) => {
      const sealed = sealJob(jobId, bytes);
      const received = JSON.parse(JSON.stringify(sealed)) as SealedMessage;
      expect(open(received)).toEqual(Buffer.from(bytes));
    }),
    { numRuns: 30 },
  );
});

test("messages with a separate signature each, as the previous version sends them, open", () => {
  expect(open(sealJob("job_1", body, "message"))).toEqual(body);
});

test("a sealed message contains its header in plaintext, but nothing from its body", () => {
  const { box, signature, ...header } = seal();
  expect(header).toEqual({
    kind: "job",
    job_id: "job_1",
    sender: "edge-gateway",
    receiver: "inference-worker",
    sealing_key_id: "inference-worker-sealing",
    signing_key_id: "edge-gateway-message",
    signed: "session",
  });
  expect(Buffer.from(box, "base64").includes(body)).toBe(false);
  expect(signature).toMatch(/^[A-Za-z0-9+/]{86}==$/);
});

describe("Sealed messages that were changed in transit", () => {
  const other = createMessageSealer(options)("job_2", body);
  const [BOUND, SIGNED] = ["decryption_failed", "bad_signature"] as const;

  describe.each<["session" | "message", VerificationCode]>([
    ["session", BOUND],
    ["message", SIGNED],
  ])("with a signature of the %s", (signed, bound) => {
    const sealed = () => sealJob("job_1", body, signed);

    test.each<[keyof SealedMessage, unknown, VerificationCode]>([
      ["kind", "result", "wrong_kind"],
      ["job_id", "job_2", bound],
      ["sender", "audit", "wrong_sender"],
      ["receiver", "audit", "wrong_receiver"],
      ["sealing_key_id", "edge-gateway-sealing", SIGNED],
      ["signing_key_id", "inference-worker-message", "unknown_key"],
      ["signing_key_id", "edge-gateway-sealing", "unknown_key"],
      ["box", other.box, SIGNED],
      ["box", sealJob("job_2", body).box, bound],
      ["signature", other.signature, SIGNED],
      ["signature", "", SIGNED],
      ["signed", signed === "session" ? undefined : "session", SIGNED],
      ["signed", "message", "malformed"],
      ["job_id", ["job_1"], "malformed"],
      ["job_id", "\ud800", "malformed"],
    ])("a message with %s changed to %p does not open", (field, value, code) => {
      // The key of the session is known, so that nothing but the message itself is checked.
      open(sealed());
      expect(() => open({ ...sealed(), [field]: value } as SealedMessage)).toThrow(refusal(code));
    });

    test.each(["kind", "job_id", "sender", "receiver", "sealing_key_id", "signing_key_id", "box"])(
      "a message without %s does not open",
      (field) => {
        const { [field]: _gone, ...rest } = { ...sealed() } as Record<string, unknown>;
        expect(() => open(rest as unknown as SealedMessage)).toThrow(refusal("malformed"));
      },
    );

    test("a message with one changed byte in the box does not open", () => {
      const message = sealed();
      const bytes = Buffer.from(message.box, "base64");
      const changes: [number, VerificationCode][] = [
        ...[0, 10, 31].map((at): [number, VerificationCode] => [at, SIGNED]),
        ...[32, bytes.length - 1].map((at): [number, VerificationCode] => [at, bound]),
      ];
      for (const [at, code] of changes) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        const box = changed.toString("base64");
        expect(() => open({ ...message, box })).toThrow(refusal(code));
      }
    });
  });
});

describe("Sealed messages that were changed and signed again by the sender", () => {
  // A receiver must not accept the ciphertext of one message as part of another, even if the sender
  // signed it.
  test.each<[keyof SealedMessage, string]>([
    ["job_id", "job_2"],
    ["signing_key_id", "edge-gateway-message-2"],
  ])("a box does not open under another %s", (field, value) => {
    const resigned = resign({ ...sealJob("job_1", body, "message"), [field]: value });
    const tolerant = {
      ...trust,
      verifyKey: (service: never, purpose: never) =>
        trust.verifyKey(service, purpose, "edge-gateway-message"),
    };
    const from = "edge-gateway";
    const openTolerantly = createMessageOpener({ as: worker, from, trust: tolerant, kind: "job" });
    expect(() => openTolerantly(resigned)).toThrow(refusal("decryption_failed"));
  });

  test("a result does not open as a job", () => {
    const sealResult = createMessageSealer({ ...options, kind: "result" });
    const result = sealResult("job_1", body, "message");
    expect(() => open(resign({ ...result, kind: "job" }))).toThrow(refusal("decryption_failed"));
  });
});

describe("Sealed messages for another receiver or from another sender", () => {
  test("the sender cannot open its own message", () => {
    const openOwn = createMessageOpener({
      as: gateway,
      from: "inference-worker",
      trust,
      kind: "job",
    });
    expect(() => openOwn(seal())).toThrow(refusal("wrong_sender"));
  });

  test("a message does not open if it names a sealing key that the receiver does not have", () => {
    const message = resign({
      ...sealJob("job_1", body, "message"),
      sealing_key_id: "audit-sealing",
    });
    expect(() => open(message)).toThrow(refusal("unknown_key"));
  });

  test("a message that another service signed in the sender's name does not open", () => {
    const forged = { ...audit.signer, service: "edge-gateway" } as const;
    const message = createMessageSealer({ ...options, from: forged })("job_1", body);
    expect(() => open(message)).toThrow(refusal("unknown_key"));
  });
});

describe("Key agreements of sealed messages", () => {
  const encOf = ({ box }: SealedMessage) => Buffer.from(box, "base64").toString("hex", 0, 32);

  test("a new key agreement is made once a minute, and messages under old and new ones open in any order", () => {
    let nowMs = 0;
    const sealer = createMessageSealer({ ...options, nowMs: () => nowMs });
    const first = sealer("job_1", body);
    nowMs = 59_999;
    const second = sealer("job_2", body);
    nowMs = 60_000;
    const third = sealer("job_3", body);
    expect(encOf(second)).toBe(encOf(first));
    expect(encOf(third)).not.toBe(encOf(first));
    expect([third, first, second, first].map(open)).toEqual([body, body, body, body]);
  });

  test("a new key agreement is made after 4 096 messages", () => {
    const sealer = createMessageSealer({ ...options, nowMs: () => 0 });
    const first = encOf(sealer("job", Buffer.alloc(0)));
    for (let sealed = 1; sealed < 4_096; sealed++) sealer("job", Buffer.alloc(0));
    expect(encOf(sealer("job", Buffer.alloc(0)))).not.toBe(first);
  });

  test("messages of one session have the same signature, and those of the next have another", () => {
    let nowMs = 0;
    const sealer = createMessageSealer({ ...options, nowMs: () => nowMs });
    const [first, second] = [sealer("job_1", body), sealer("job_2", body)];
    nowMs = 60_000;
    expect(second.signature).toBe(first.signature);
    expect(sealer("job_3", body).signature).not.toBe(first.signature);
  });

  test("every sealer has a different key agreement, and no two messages have equal boxes", () => {
    expect(encOf(createMessageSealer(options)("job_1", body))).not.toBe(encOf(seal()));
    expect(seal().box).not.toBe(seal().box);
  });

  test("a message whose box is too short for a key agreement does not open", () => {
    const box = Buffer.alloc(31).toString("base64");
    const own = resign({ ...sealJob("job_1", body, "message"), box });
    for (const short of [own, { ...seal(), box }])
      expect(() => open(short)).toThrow(refusal("malformed"));
  });
});

/** Signs a changed message again. This code is independent of the sealer. */
function resign({ signature: _old, ...unsigned }: SealedMessage): SealedMessage {
  const sorted = Object.fromEntries(Object.entries(unsigned).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = `veil/signed-message/v1\n${JSON.stringify(sorted)}`;
  const signature = signEd25519(gateway.signer.key, Buffer.from(text)).toString("base64");
  return { ...unsigned, signature };
}
