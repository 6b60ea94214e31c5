import type { SignedClaim } from "@veil/contracts/claims";
import { plusL } from "./bad-documents.ts";
import type { BadCase } from "./case-type.ts";
import type { Changes } from "./test-certificate.ts";
import type { TestClaims } from "./test-claims.ts";

const claims = (change: (claims: TestClaims) => void): Changes => ({ claims: change });

/**
 * Changes claims after the batches were signed. The claims are in the order gateway, bridge,
 * sanitiser, worker.
 */
function signed(change: (first: SignedClaim, all: SignedClaim[]) => void): Changes {
  return {
    signedClaims: (all) => {
      const [first] = all;
      if (first !== undefined) change(first, all);
    },
  };
}

const inBatch = (change: object) => signed(({ batch }) => void Object.assign(batch, change));

const COMPONENT_DEFECTS: readonly BadCase[] = [
  ["removed bridge", "wrong_components", signed((_, all) => void all.splice(1, 1))],
  ["removed sanitiser", "wrong_components", signed((_, all) => void all.splice(2, 1))],
  ["removed worker", "wrong_components", signed((_, all) => void all.splice(3, 1))],
  ["removed gateway", "wrong_components", signed((_, all) => void all.splice(0, 1))],
  [
    "two claims of the bridge",
    "wrong_components",
    claims((own) => {
      own.worker = { ...own.bridge, leg_id: "trq_2" };
    }),
  ],
  [
    "a component twice in a failed call",
    "wrong_components",
    {
      claims: (own) => {
        own.worker = { ...own.bridge, leg_id: "trq_2" };
        own.gateway.received = own.gateway.received.filter(
          ({ peer }) => peer !== "inference-worker",
        );
        own.gateway.emitted = own.gateway.emitted.filter(({ peer }) => peer !== "customer");
      },
      signable: (signable) => void Object.assign(signable, { status: "failed" }),
    },
  ],
];

const LEG_DEFECTS: readonly BadCase[] = [
  [
    "join key: the worker's leg is the bridge's",
    "joined_legs",
    claims(({ worker }) => void Object.assign(worker, { leg_id: "trq_1" })),
  ],
  [
    "join key: the worker's leg is the request",
    "joined_legs",
    claims(({ worker }) => void Object.assign(worker, { leg_id: "req_1" })),
  ],
  [
    "join key: the bridge's leg is the request",
    "joined_legs",
    claims(({ bridge }) => void Object.assign(bridge, { leg_id: "req_1" })),
  ],
  [
    "replay: the gateway's claim of another request",
    "joined_legs",
    claims(({ gateway }) => void Object.assign(gateway, { leg_id: "req_2" })),
  ],
  [
    "replay: claims under another request",
    "joined_legs",
    {
      signable: (signable) => void Object.assign(signable, { request_id: "req_2" }),
      event: (event) => {
        if (event.request_id !== undefined) event.request_id = "req_2";
      },
    },
  ],
];

const BATCH_DEFECTS: readonly BadCase[] = [
  [
    "claim of another batch",
    "not_in_batch",
    signed((first, all) => void Object.assign(first, { batch: all[1]?.batch })),
  ],
  [
    "claim changed after its batch was signed",
    "not_in_batch",
    signed(({ claim }) => void claim.emitted.pop()),
  ],
  ["truncated claim", "not_in_batch", signed(({ claim }) => void claim.received.splice(0))],
  ["wrong path", "not_in_batch", signed(({ path }) => void path.splice(0, 1, "ab".repeat(32)))],
  ["path too short", "not_in_batch", signed(({ path }) => void path.pop())],
  ["wrong index", "not_in_batch", signed((first) => void Object.assign(first, { index: 3 }))],
  [
    "index beyond the batch",
    "not_in_batch",
    signed((first) => void Object.assign(first, { index: 250 })),
  ],
  ["another size of the batch", "not_in_batch", inBatch({ size: 2 })],
];

const CLAIM_SIGNATURE_DEFECTS: readonly BadCase[] = [
  [
    "signature of another batch",
    "bad_claim_signature",
    signed(({ batch }, all) => void Object.assign(batch, { signature: all[1]?.batch.signature })),
  ],
  [
    "key swap: another component's key id",
    "bad_claim_signature",
    signed(({ batch }, all) => void Object.assign(batch, { key_id: all[1]?.batch.key_id })),
  ],
  ["batch under no listed key", "bad_claim_signature", inBatch({ key_id: "nobody" })],
  ["batch dated otherwise", "bad_claim_signature", inBatch({ signed_at: "2026-01-02T12:00:02Z" })],
  [
    "S + L of a batch",
    "bad_claim_signature",
    signed(({ batch }) => {
      batch.signature = plusL(batch.signature);
    }),
  ],
  [
    "identity signature of a batch",
    "bad_claim_signature",
    inBatch({ signature: `01${"00".repeat(63)}` }),
  ],
];

const at = (name: keyof TestClaims, time: string) =>
  claims((own) => void Object.assign(own[name], { at: time }));

const TIME_DEFECTS: readonly BadCase[] = [
  ["claim of the future", "wrong_time", at("worker", "2030-01-01T00:00:00Z")],
  [
    "certificate before its batches",
    "wrong_time",
    { signable: (own) => void Object.assign(own, { issued_at: "2026-01-02T12:00:00Z" }) },
  ],
];

export const BAD_CLAIMS: readonly BadCase[] = [
  ...COMPONENT_DEFECTS,
  ...LEG_DEFECTS,
  ...BATCH_DEFECTS,
  ...CLAIM_SIGNATURE_DEFECTS,
  ...TIME_DEFECTS,
];
