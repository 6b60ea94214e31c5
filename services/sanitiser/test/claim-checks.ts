import type {
  ItemClass,
  ItemPeer,
  OpenedClaim,
  SanitiserClaimRequest,
} from "@veil/contracts/claims";
import type { SanitiseRequest } from "@veil/contracts/sanitiser";
import { claimItems, contextValues, type PlacedText, sanitiserOptions } from "@veil/veil/claims";

export const requested: SanitiserClaimRequest = { leg_id: "req_1-a", seed: "0a".repeat(32) };

interface Edge {
  readonly texts: readonly PlacedText[];
  readonly class: Extract<ItemClass, `${string}_context`>;
  readonly peer: ItemPeer;
  /** The seed of the openings, in hexadecimal. */
  readonly seed: string;
}

/** Computes the items of a claim as the gateway does, from its request and the response. */
function itemsOf({ fields, claim }: SanitiseRequest, { texts, peer, seed, ...edge }: Edge) {
  const options = { class: edge.class, fields: fields.length, aside: new Set(claim?.aside) };
  return claimItems(contextValues(texts, options), { seed: Buffer.from(seed, "hex"), peer });
}

export function expectedClaim(
  request: SanitiseRequest,
  sanitised: readonly string[],
  answered: OpenedClaim,
) {
  const { leg_id, seed } = request.claim ?? requested;
  const peer = "edge-gateway";
  const given = { peer, seed, class: "raw_context" } as const;
  const own = { peer, seed: answered.seed, class: "sanitised_context" } as const;
  return {
    ...{ type: "veil/claim/v1", component: "sanitiser", leg_id, at: answered.claim.at },
    received: [
      ...itemsOf(request, { ...given, texts: placed(request.fields.map(({ text }) => text)) }),
      ...claimItems([sanitiserOptions(request)], { seed: Buffer.from(seed, "hex"), peer }),
    ],
    emitted: itemsOf(request, { ...own, texts: placed(sanitised) }),
  };
}

function placed(texts: readonly string[]): readonly PlacedText[] {
  return texts.map((text, position) => ({ position, text }));
}
