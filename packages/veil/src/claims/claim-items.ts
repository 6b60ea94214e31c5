import type { ClaimItem, ItemClass, ItemPeer } from "@veil/contracts/claims";
import { deriveKey, hmacSha256, startHmacSha256 } from "@veil/crypto";
import { commitmentStart, createCommitments } from "./commitment.ts";

const { opening, commitment } = createCommitments(hmacSha256);

/** An item with its value, before the commitment is computed. */
export interface ItemValue {
  readonly item: string;
  readonly class: ItemClass;
  /** The value, which is encoded as UTF-8. U+FFFD replaces lone surrogates. */
  readonly value: string;
}

interface Edge {
  /** The seed of the openings for this edge, 32 bytes. */
  readonly seed: Uint8Array;
  readonly peer: ItemPeer;
}

export function claimItem(
  { item, class: kind, value }: ItemValue,
  { seed, peer }: Edge,
): ClaimItem {
  const bytes = Buffer.from(value);
  const { buffer, byteOffset, byteLength } = commitment(opening(seed, item), item, bytes);
  return {
    ...{ item, class: kind, peer },
    commitment: Buffer.from(buffer, byteOffset, byteLength).toString("hex"),
    bytes: bytes.length,
  };
}

/**
 * Works like `claimItem`, but receives the value in pieces and does not keep them. A piece must not
 * end inside a character.
 */
export function startClaimItem(
  { item, class: kind }: Omit<ItemValue, "value">,
  { seed, peer }: Edge,
): { add(piece: string): void; end(): ClaimItem } {
  const hmac = startHmacSha256(opening(seed, item));
  let bytes = 0;
  hmac.add(commitmentStart(item));
  return {
    add(piece) {
      hmac.add(piece);
      bytes += Buffer.byteLength(piece);
    },
    end: () => ({ item, class: kind, peer, commitment: hmac.end().toString("hex"), bytes }),
  };
}

export function claimItems(values: readonly ItemValue[], edge: Edge): ClaimItem[] {
  return values.map((value) => claimItem(value, edge));
}

/**
 * Derives a seed from a pseudonym token (RFC 5869), so that bridge and worker have the same seed
 * without sharing anything else.
 */
export function tokenSeed(token: string): Buffer {
  return deriveKey(Buffer.from(token), "veil/token-opening/v1");
}

/** A text and its position in the sanitiser's list of fields. */
export interface PlacedText {
  readonly position: number;
  readonly text: string;
}

/**
 * The maximum number of fields with separate commitments. If a call has more, one commitment covers
 * them together.
 */
export const MAX_CONTEXT_ITEMS = 256;

interface ContextOptions {
  readonly class: "raw_context" | "sanitised_context";
  /** The number of fields in the call. */
  readonly fields: number;
  /** Positions of fields whose text does not reach the provider unchanged. */
  readonly aside?: ReadonlySet<number>;
}

/**
 * Returns one item per text: `context.<position>`. If a call has more than `MAX_CONTEXT_ITEMS`
 * fields, it returns only two items: `context` for the texts that go to the provider, and `aside`
 * for the others. Their values are the JSON of all `[position, text]`.
 */
export function contextValues(
  texts: readonly PlacedText[],
  { class: kind, fields, aside = new Set() }: ContextOptions,
): ItemValue[] {
  if (fields <= MAX_CONTEXT_ITEMS)
    return texts.map(({ position, text }) => ({
      ...{ item: `context.${position}`, class: kind, value: text },
    }));
  const together = (item: string, chosen: readonly PlacedText[]): ItemValue[] =>
    chosen.length === 0 ? [] : [{ item, class: kind, value: listOf(chosen) }];
  return [
    ...together(
      "context",
      texts.filter(({ position }) => !aside.has(position)),
    ),
    ...together(
      "aside",
      texts.filter(({ position }) => aside.has(position)),
    ),
  ];
}

function listOf(texts: readonly PlacedText[]): string {
  return JSON.stringify(texts.map(({ position, text }) => [position, text]));
}
