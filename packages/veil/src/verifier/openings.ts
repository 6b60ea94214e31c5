import { CertificateOpenings, type CertificateSignable } from "@veil/contracts/certificate";
import type { ClaimComponent, ClaimItem } from "@veil/contracts/claims";
import { checkedJson } from "@veil/contracts/parsing";
import { VerificationError, verifying } from "@veil/crypto/portable";
import { createCommitments, type HmacSha256 } from "../claims/commitment.ts";
import { fromHex, toHex } from "../hex.ts";
import { requireStrictJson } from "./strict-json.ts";

const parse = checkedJson(CertificateOpenings);
const encoder = new TextEncoder();

/** A component that committed to a text, and the peer with which it exchanged the text. */
export interface OpenedItem {
  readonly component: ClaimComponent;
  readonly direction: "received" | "emitted";
  readonly peer: ClaimItem["peer"];
}

export interface VerifiedOpenings {
  /**
   * The answer to which the gateway committed, before values were restored. Undefined when the call
   * had no answer.
   */
  readonly response: string | undefined;
  /**
   * Returns the components that committed to these bytes under this item name.
   * @throws VerificationError `wrong_opening` when no component did
   */
  open(item: string, bytes: Uint8Array): readonly OpenedItem[];
}

/**
 * Verifies the openings of a verified certificate (`docs/veil-format.md`, "Openings").
 * @param json - the response of `GET .../openings`
 * @throws VerificationError `wrong_opening` when the openings belong to another certificate, or do
 * not open its response
 */
export function verifyOpenings(
  signable: CertificateSignable,
  json: Uint8Array,
  hmac: HmacSha256,
): VerifiedOpenings {
  const openings = readOpenings(json);
  const { request_id, seeds, response } = openings;
  if (request_id !== signable.request_id) throw wrong("the openings are of another request");
  const { opening, commitment } = createCommitments(hmac);
  const ofSeed = (seed: string, item: string, bytes: Uint8Array) =>
    toHex(commitment(opening(fromHex(seed), item), item, bytes));
  const fits = (own: ClaimItem, bytes: Uint8Array, some: readonly string[]) =>
    own.bytes === bytes.length &&
    some.some((seed) => ofSeed(seed, own.item, bytes) === own.commitment);
  const opensResponse = (own: ClaimItem) =>
    response !== null && fits(own, encoder.encode(response), [seeds.response]);
  const responses = responsesOf(signable);
  if (responses.length !== (response === null ? 0 : 1) || !responses.every(opensResponse))
    throw wrong("the openings do not open the response of the certificate");
  const known = Object.values(seeds).filter((seed) => seed !== null);
  return {
    response: response ?? undefined,
    open(item, bytes) {
      const opened = itemsOf(signable, item).filter(({ own }) => fits(own, bytes, known));
      if (opened.length === 0)
        throw wrong(`no component committed to this text as ${item}; every byte counts`);
      return opened.map(({ own: { peer }, component, direction }) => ({
        ...{ component, direction, peer },
      }));
    },
  };
}

function readOpenings(json: Uint8Array): CertificateOpenings {
  requireStrictJson(json, (holds, problem) => {
    if (!holds) throw wrong(`the openings: ${problem}`);
  });
  return verifying("wrong_opening", "the document holds no openings", () =>
    parse(new TextDecoder().decode(json)),
  );
}

function responsesOf({ claims }: CertificateSignable): readonly ClaimItem[] {
  return claims
    .filter(({ claim }) => claim.component === "edge-gateway")
    .flatMap(({ claim }) => claim.emitted.filter(({ peer }) => peer === "customer"));
}

function itemsOf({ claims }: CertificateSignable, item: string) {
  return claims.flatMap(({ claim }) =>
    (["received", "emitted"] as const).flatMap((direction) =>
      claim[direction]
        .filter((own) => own.item === item)
        .map((own) => ({ own, direction, component: claim.component })),
    ),
  );
}

function wrong(problem: string): VerificationError {
  return new VerificationError("wrong_opening", problem);
}
