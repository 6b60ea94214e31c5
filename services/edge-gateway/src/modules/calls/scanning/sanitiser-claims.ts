import type { OpenedClaim } from "@veil/contracts/claims";
import { claimItem, claimItems, contextValues } from "@veil/veil/claims";
import type { SanitiserClaims } from "../../certificates/index.ts";
import type { NamedText } from "../content/call-field.ts";
import type { ClaimedSanitising } from "./text-scans.ts";

/**
 * Returns the sanitiser's claim and the gateway's own items for the same texts: the signer compares
 * the two.
 * @param sanitised - as the sanitiser wrote them
 * @throws Error when the sanitiser made no claim
 */
export function sanitiserClaims(
  { seed, aside: positions = [], options }: ClaimedSanitising,
  originals: readonly NamedText[],
  sanitised: readonly { readonly text: string }[],
  opened: OpenedClaim | undefined,
): SanitiserClaims {
  if (opened === undefined) throw new Error("The sanitiser made no claim");
  const shared = { fields: originals.length, aside: new Set(positions) };
  const given = { seed: Buffer.from(seed, "hex"), peer: "sanitiser" } as const;
  const got = { seed: Buffer.from(opened.seed, "hex"), peer: "sanitiser" } as const;
  const raw = contextValues(placed(originals), { ...shared, class: "raw_context" });
  const clean = contextValues(placed(sanitised), { ...shared, class: "sanitised_context" });
  return {
    opened,
    emitted: [...claimItems(raw, given), claimItem(options, given)],
    received: claimItems(clean, got),
  };
}

function placed(texts: readonly { readonly text: string }[]) {
  return texts.map(({ text }, position) => ({ position, text }));
}
