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
  /** The sanitised texts in a form that the caller can rebuild. */
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
 * Makes a claim. The gateway's seed opens what it sent, also where that went on to an engine. A new
 * seed opens the sanitised texts, which go to the caller and the shield.
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
 * Uses a different item name: the shield reads a text before its own findings are replaced, so the
 * caller gets another text.
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
