import type { SummarizedClaim } from "@veil/contracts/certificate-summary";
import type { ClaimComponent, ItemClass, ItemPeer } from "@veil/contracts/claims";

const PEERS: Readonly<Record<ItemPeer, string>> = {
  "edge-gateway": "edge gateway",
  bridge: "bridge (Sandbox A)",
  sanitiser: "sanitiser",
  "inference-worker": "inference worker (Sandbox B)",
  customer: "customer",
  provider: "provider of the model",
  presidio: "Presidio (detection)",
  "llm-shield": "shield (detection)",
};

const CLASSES: Readonly<Record<ItemClass, string>> = {
  identity: "the customer's identity",
  token: "pseudonym token",
  raw_context: "original text",
  sanitised_context: "text with placeholders",
  template: "prompt template and tools",
  parameters: "parameters of the model",
  provider_credential: "key for the provider",
  model_output: "answer of the model",
  response: "response",
  mapping: "re-link map",
};

export function componentLabel(component: ClaimComponent): string {
  const label = PEERS[component];
  return `${label[0]?.toUpperCase()}${label.slice(1)}`;
}

type Passed = SummarizedClaim["received"][number];

export function passedCells(direction: string, one: Passed): readonly string[] {
  const { items, bytes } = one;
  return [direction, CLASSES[one.class], PEERS[one.peer], String(items), String(bytes)];
}
