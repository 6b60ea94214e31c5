import type { Claim, ClaimItem, ItemClass, ItemPeer } from "@veil/contracts/claims";
import type { BadCase } from "./case-type.ts";
import type { Changes } from "./test-certificate.ts";
import { type TestClaims, testClaims } from "./test-claims.ts";

const claims = (change: (claims: TestClaims) => void): Changes => ({ claims: change });

const OTHER = "ab".repeat(32);

function item(name: string, kind: ItemClass, peer: ItemPeer): ClaimItem {
  return { item: name, class: kind, peer, commitment: OTHER, bytes: 7 };
}

/** Adds an item to both ends of an edge, so that the edge itself still matches. */
function between(
  { emitted }: Claim,
  { received, component }: Claim,
  from: ItemPeer,
  [name, kind]: readonly [string, ItemClass],
): void {
  emitted.push(item(name, kind, component));
  received.push(item(name, kind, from));
}

const toWorker = (name: string, kind: ItemClass) =>
  claims(({ gateway, worker }) => between(gateway, worker, "edge-gateway", [name, kind]));

const CLASS_DEFECTS: readonly BadCase[] = [
  ["identity at the worker", "foreign_class", toWorker("customer_id", "identity")],
  ["raw context at the worker", "foreign_class", toWorker("context.0", "raw_context")],
  ["re-link map at the worker", "foreign_class", toWorker("mapping", "mapping")],
  ["response at the worker", "foreign_class", toWorker("response", "response")],
  ["unknown item at the worker", "foreign_class", toWorker("customer", "parameters")],
  [
    "identity at the sanitiser",
    "foreign_class",
    claims(({ gateway, sanitiser }) =>
      between(gateway, sanitiser, "edge-gateway", ["customer_id", "identity"]),
    ),
  ],
  [
    "context at the bridge",
    "foreign_class",
    claims(({ gateway, bridge }) =>
      between(gateway, bridge, "edge-gateway", ["context.0", "raw_context"]),
    ),
  ],
  [
    "model output at the bridge",
    "foreign_class",
    claims(({ gateway, bridge }) =>
      between(gateway, bridge, "edge-gateway", ["model_output", "model_output"]),
    ),
  ],
  [
    "token at the sanitiser",
    "foreign_class",
    claims(({ gateway, sanitiser }) =>
      between(gateway, sanitiser, "edge-gateway", ["token", "token"]),
    ),
  ],
  [
    "raw context to the shield",
    "foreign_class",
    claims(
      ({ sanitiser }) =>
        void sanitiser.emitted.push(item("context.0", "raw_context", "llm-shield")),
    ),
  ],
  [
    "raw context from the sanitiser to the worker",
    "foreign_class",
    claims(
      ({ sanitiser }) =>
        void sanitiser.emitted.push(item("context.0", "raw_context", "inference-worker")),
    ),
  ],
  [
    "token to the provider",
    "foreign_class",
    claims(({ worker }) => void worker.emitted.push(item("token", "token", "provider"))),
  ],
  [
    "answer from the worker to the customer",
    "foreign_class",
    claims(
      ({ worker }) => void worker.emitted.push(item("model_output", "model_output", "customer")),
    ),
  ],
  [
    "identity from the bridge to the worker",
    "foreign_class",
    claims(
      ({ bridge }) => void bridge.emitted.push(item("customer_id", "identity", "inference-worker")),
    ),
  ],
  ["model output from the gateway", "foreign_class", toWorker("model_output", "model_output")],
  [
    "an item twice",
    "foreign_class",
    claims(({ gateway, worker }) => {
      between(gateway, worker, "edge-gateway", ["parameters", "parameters"]);
    }),
  ],
];

function change(claim: Claim, direction: "received" | "emitted", name: string, peer: ItemPeer) {
  for (const own of claim[direction])
    if (own.item === name && own.peer === peer) own.commitment = OTHER;
}

const EDGE_DEFECTS: readonly BadCase[] = [
  [
    "a field changed on its way to the worker",
    "edge_mismatch",
    claims(({ worker }) => change(worker, "received", "context.0", "edge-gateway")),
  ],
  [
    "a template changed on its way",
    "edge_mismatch",
    claims(({ worker }) => change(worker, "received", "template.0", "edge-gateway")),
  ],
  [
    "a customer id changed on its way",
    "edge_mismatch",
    claims(({ bridge }) => change(bridge, "received", "customer_id", "edge-gateway")),
  ],
  [
    "a token changed on its way",
    "edge_mismatch",
    claims(({ gateway }) => change(gateway, "received", "token", "bridge")),
  ],
  [
    "raw context changed on its way",
    "edge_mismatch",
    claims(({ sanitiser }) => change(sanitiser, "received", "context.1", "edge-gateway")),
  ],
  [
    "sanitised context changed on its way",
    "edge_mismatch",
    claims(({ gateway }) => change(gateway, "received", "context.1", "sanitiser")),
  ],
  [
    "an answer changed on its way",
    "edge_mismatch",
    claims(({ gateway }) => change(gateway, "received", "model_output", "inference-worker")),
  ],
  [
    "a field more at the worker",
    "edge_mismatch",
    claims(
      ({ worker }) =>
        void worker.received.push(item("context.7", "sanitised_context", "edge-gateway")),
    ),
  ],
  [
    "a field less at the worker",
    "edge_mismatch",
    claims(({ worker }) => void worker.received.splice(-2, 1)),
  ],
  [
    "another length on an edge",
    "edge_mismatch",
    claims(({ worker }) => {
      for (const own of worker.received) if (own.item === "template.0") own.bytes += 1;
    }),
  ],
  [
    "no customer id at the bridge",
    "edge_mismatch",
    claims(({ gateway, bridge }) => {
      bridge.received = [];
      gateway.emitted = gateway.emitted.filter(({ peer }) => peer !== "bridge");
    }),
  ],
];

/** Changes an item at both ends of the edge from the gateway to the worker. */
const atWorker = (name: string) =>
  claims(({ gateway, worker }) => {
    change(gateway, "emitted", name, "inference-worker");
    change(worker, "received", name, "edge-gateway");
  });

const CALL_DEFECTS: readonly BadCase[] = [
  ["another token at the worker", "token_mismatch", atWorker("token")],
  [
    "no token at the worker",
    "token_mismatch",
    claims(({ gateway, worker }) => {
      gateway.emitted = gateway.emitted.filter(({ item: name }) => name !== "token");
      worker.received = worker.received.filter(({ item: name }) => name !== "token");
    }),
  ],
  ["a field that the sanitiser did not write", "context_mismatch", atWorker("context.0")],
  [
    "a raw field in the name of a sanitised one",
    "context_mismatch",
    claims(({ gateway, worker }) => {
      const [raw] = testClaims().sanitiser.received;
      for (const own of [...gateway.emitted, ...worker.received])
        if (own.item === "context.0" && own.class === "sanitised_context" && raw !== undefined)
          own.commitment = raw.commitment;
    }),
  ],
  [
    "a field that the sanitiser never had",
    "context_mismatch",
    toWorker("context.7", "sanitised_context"),
  ],
  [
    "two fields exchanged",
    "context_mismatch",
    claims(({ gateway, worker }) => {
      for (const items of [gateway.emitted, worker.received])
        for (const own of items)
          if (own.class === "sanitised_context" && own.item.startsWith("context."))
            own.item = own.item === "context.0" ? "context.1" : "context.0";
    }),
  ],
  [
    "completed without a response",
    "response_mismatch",
    claims(({ gateway }) => {
      gateway.emitted = gateway.emitted.filter(({ peer }) => peer !== "customer");
    }),
  ],
  [
    "failed with a response",
    "response_mismatch",
    { signable: (own) => void Object.assign(own, { status: "failed" }) },
  ],
];

export const BAD_EDGES: readonly BadCase[] = [...CLASS_DEFECTS, ...EDGE_DEFECTS, ...CALL_DEFECTS];
