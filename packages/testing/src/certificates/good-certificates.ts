import type { Changes } from "./test-certificate.ts";

/** Certificate files that look different but have no defect. */
export const GOOD_CERTIFICATES: readonly (readonly [name: string, changes: Changes])[] = [
  ["as issued", {}],
  ["of version 1", { version: 1 }],
  ["of version 1 with a later manifest", { version: 1, manifest: (_, { rotated }) => rotated }],
  ["with white space", { text: (json) => JSON.stringify(JSON.parse(json), null, 2) }],
  ["with reordered keys", { text: (json) => JSON.stringify(reversed(JSON.parse(json))) }],
  ["with escapes", { text: (json) => json.replace("gateway.example", "\\u0067ateway.example") }],
  [
    "with the cosignature of an unknown witness",
    { note: (note) => `${note}\u2014 other.example ${"A".repeat(100)}\n` },
  ],
  ["with a later manifest", { manifest: (_, { rotated }) => rotated }],
  [
    "of a manifest as it is served",
    { manifest: (own) => ({ ...own, served_at: "2026-01-05T00:00:00.000Z" }) },
  ],
  [
    "without a verdict on isolation",
    {
      signable: ({ isolation }) =>
        void Object.assign(isolation, {
          ...{ a_to_b: "unverified", b_to_a: "unverified", probed_at: null, reports: [] },
        }),
    },
  ],
  [
    "of a call that failed before the worker answered",
    {
      claims: (own) => {
        own.gateway.received = own.gateway.received.filter(
          ({ peer }) => peer !== "inference-worker",
        );
        own.gateway.emitted = own.gateway.emitted.filter(({ peer }) => peer !== "customer");
        Reflect.deleteProperty(own, "worker");
      },
      signable: (signable) => void Object.assign(signable, { status: "failed" }),
    },
  ],
];

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, reversed(member)] as const);
  return Object.fromEntries(members.toReversed());
}
