import type { Claim, ClaimComponent, ClaimItem, ItemClass, ItemPeer } from "@veil/contracts/claims";
import type { Require } from "./steps.ts";

type AllowedClasses = Readonly<Partial<Record<ItemPeer, readonly ItemClass[]>>>;

const JOB = [
  "token",
  "template",
  "sanitised_context",
  "parameters",
  "provider_credential",
] as const;

/** Maps a component and a peer to the classes that the component may receive. */
const RECEIVED: Readonly<Record<ClaimComponent, AllowedClasses>> = {
  "edge-gateway": {
    bridge: ["token"],
    sanitiser: ["sanitised_context"],
    "inference-worker": ["model_output"],
  },
  bridge: { "edge-gateway": ["identity"] },
  sanitiser: { "edge-gateway": ["raw_context"] },
  "inference-worker": { "edge-gateway": JOB, provider: ["model_output"] },
};

/** Maps a component and a peer to the classes that the component may emit. */
const EMITTED: Readonly<Record<ClaimComponent, AllowedClasses>> = {
  "edge-gateway": {
    bridge: ["identity"],
    sanitiser: ["raw_context"],
    "inference-worker": JOB,
    customer: ["response"],
  },
  bridge: { "edge-gateway": ["token"] },
  sanitiser: {
    "edge-gateway": ["sanitised_context"],
    presidio: ["raw_context"],
    "llm-shield": ["sanitised_context"],
  },
  "inference-worker": { provider: ["sanitised_context"], "edge-gateway": ["model_output"] },
};

/**
 * Maps each class to the names that its items may have. No item has the class `mapping`, because no
 * component discloses the map for restoring values.
 */
const NAMES: Readonly<Partial<Record<ItemClass, RegExp>>> = {
  identity: /^customer_id$/,
  token: /^token$/,
  raw_context: /^(?:context|context\.\d+|aside|options)$/,
  sanitised_context:
    /^(?:context|context\.\d+|aside|altered\.\d+|tool\.\d+\.\d+|prompt|shield\.(?:\d+|context|aside))$/,
  template: /^(?:template|template\.\d+|tools|output_schema)$/,
  parameters: /^parameters$/,
  provider_credential: /^provider_credential$/,
  model_output: /^model_output$/,
  response: /^response$/,
};

/**
 * Checks the received and the emitted items of a claim: every class is allowed for its peer, every
 * name for its class, and every name occurs once per peer.
 */
export function requireAllowedItemClasses(claim: Claim, require: Require): void {
  const { component, received, emitted } = claim;
  requireClasses(received, RECEIVED[component], require);
  requireClasses(emitted, EMITTED[component], require);
}

function requireClasses(
  items: readonly ClaimItem[],
  allowed: AllowedClasses,
  require: Require,
): void {
  for (const { item, class: kind, peer } of items) {
    require(allowed[peer]?.includes(kind) === true, "a class of item does not belong there");
    require(NAMES[kind]?.test(item) === true, "an item has a name that its class does not have");
  }
  const names = items.map(({ item, peer }) => `${peer}/${item}`);
  require(new Set(names).size === names.length, "an item stands twice in a claim");
}
