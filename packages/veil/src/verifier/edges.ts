import type { Claim, ClaimComponent, ClaimItem } from "@veil/contracts/claims";
import type { CallClaims } from "./call-claims.ts";
import type { Require } from "./steps.ts";

/**
 * Requires that both ends of every edge committed to the same set of items. A worker without a
 * claim has no edges to compare.
 */
export function requireEdges(call: CallClaims, require: Require): void {
  const { gateway, bridge, sanitiser, worker } = call;
  for (const other of [bridge, sanitiser, ...(worker === undefined ? [] : [worker])]) {
    requireSame(edge(gateway, other), require);
    requireSame(edge(other, gateway), require);
  }
  requireNames(bridge.received, "customer_id", require);
  requireNames(bridge.emitted, "token", require);
  require(worker !== undefined ||
    itemsOf(gateway.received, "inference-worker").length ===
      0, "the gateway received from a worker that made no claim");
}

/**
 * Requires that the bridge emitted one token, that the worker received one token, and that both
 * commitments are equal. This is possible because the opening is derived from the token.
 */
export function requireToken({ bridge, worker }: CallClaims, require: Require): void {
  if (worker === undefined) return;
  const [made, ...more] = tokens(bridge.emitted);
  const [got, ...others] = tokens(worker.received);
  require(more.length === 0 && others.length === 0, "there are two tokens");
  require(made !== undefined &&
    made.commitment === got?.commitment &&
    made.bytes === got.bytes, "the worker received another token than the bridge made");
}

/**
 * Requires that every field at the worker is a field that the sanitiser emitted. It ignores items
 * that the gateway assembled from sanitised texts (see `assembledItems`).
 */
export function requireContext({ sanitiser, worker }: CallClaims, require: Require): void {
  const made = new Set(itemsOf(sanitiser.emitted, "edge-gateway").map(identityOf));
  for (const item of contextOf(worker).filter((item) => !isAssembled(item)))
    require(made.has(
      identityOf(item),
    ), "the worker received a field that the sanitiser did not write");
}

/**
 * Returns the number of the worker's items of sanitised context that the gateway assembled. Such
 * items prove less.
 */
export function assembledItems({ worker }: Pick<CallClaims, "worker">): number {
  return contextOf(worker).filter(isAssembled).length;
}

const ASSEMBLED = /^(?:tool|altered)\./;

function isAssembled({ item }: ClaimItem): boolean {
  return ASSEMBLED.test(item);
}

function contextOf(worker: Claim | undefined): readonly ClaimItem[] {
  return (worker?.received ?? []).filter(({ class: kind }) => kind === "sanitised_context");
}

function tokens(items: readonly ClaimItem[]): readonly ClaimItem[] {
  return items.filter(({ class: kind }) => kind === "token");
}

function edge(from: Claim, to: Claim) {
  return {
    emitted: itemsOf(from.emitted, to.component),
    received: itemsOf(to.received, from.component),
  };
}

function itemsOf(items: readonly ClaimItem[], peer: ClaimComponent): readonly ClaimItem[] {
  return items.filter((item) => item.peer === peer);
}

function requireSame(
  { emitted, received }: Readonly<Record<"emitted" | "received", readonly ClaimItem[]>>,
  require: Require,
): void {
  const [left, right] = [emitted, received].map((items) => new Set(items.map(identityOf)));
  const same =
    left !== undefined && left.size === right?.size && [...left].every((item) => right.has(item));
  require(same, "the two ends of an edge name different bytes");
}

function requireNames(items: readonly ClaimItem[], name: string, require: Require): void {
  require(items.length === 1 && items[0]?.item === name, "the bridge has other items than its own");
}

function identityOf({ item, class: kind, commitment, bytes }: ClaimItem): string {
  return `${item} ${kind} ${commitment} ${bytes}`;
}
