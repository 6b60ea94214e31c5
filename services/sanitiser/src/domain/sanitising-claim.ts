import type { OpenedClaim, SanitiserClaimRequest } from "@veil/contracts/claims";
import type { SanitiseRequest } from "@veil/contracts/sanitiser";
import type { RandomBytes } from "@veil/crypto";
import {
  type ClaimMaker,
  claimItems,
  contextValues,
  type ItemValue,
  type PlacedText,
  sanitiserOptions,
} from "@veil/veil/claims";
import type { SentElsewhere } from "../ports.ts";

interface ClaimedWork {
  readonly request: SanitiseRequest;
  readonly requested: SanitiserClaimRequest;
  /** The sanitised texts exactly as the caller can rebuild them. */
  readonly sanitised: readonly { readonly text: string }[];
  readonly sent: SentElsewhere;
}

export interface ClaimDeps {
  readonly maker: ClaimMaker;
  readonly random: RandomBytes;
}

const SEED_BYTES = 32;
const gateway = "edge-gateway";

/**
 * Makes a claim. The openings of the gateway's texts derive from the gateway's seed, even for texts
 * passed on to an engine. The openings of the sanitised texts, which go to the caller and the
 * shield, derive from a new seed.
 */
export function sanitisingClaim(
  { request, requested, sanitised, sent }: ClaimedWork,
  { maker, random }: ClaimDeps,
): OpenedClaim {
  const given = Buffer.from(requested.seed, "hex");
  const own = random(SEED_BYTES);
  const size = { fields: request.fields.length, aside: new Set(requested.aside) };
  const raw = { ...size, class: "raw_context" } as const;
  const clean = { ...size, class: "sanitised_context" } as const;
  const texts = placed(request.fields);
  const toPresidio = new Set(sent.presidio);
  const received = [...contextValues(texts, raw), sanitiserOptions(request)];
  const reread = texts.filter(({ position }) => toPresidio.has(position));
  const leg = {
    legId: requested.leg_id,
    received: claimItems(received, { seed: given, peer: gateway }),
    emitted: [
      ...claimItems(contextValues(placed(sanitised), clean), { seed: own, peer: gateway }),
      ...claimItems(contextValues(reread, raw), { seed: given, peer: "presidio" }),
      ...claimItems(shieldValues(sent, clean), { seed: own, peer: "llm-shield" }),
    ],
  };
  return { ...maker.claim(leg), seed: own.toString("hex") };
}

function placed(fields: readonly { readonly text: string }[]): readonly PlacedText[] {
  return fields.map(({ text }, position) => ({ position, text }));
}

/**
 * Returns the texts that the shield read. Their item names differ, because the shield reads a text
 * before its own findings are replaced, so the caller receives a different text.
 */
function shieldValues(
  { shield = [] }: SentElsewhere,
  options: Parameters<typeof contextValues>[1],
): readonly ItemValue[] {
  return contextValues(shield, options).map(({ item, ...value }) => ({
    ...value,
    item: `shield.${item.replace(/^context\./, "")}`,
  }));
}
