export { batchBytes, claimBytes, latest, wholeSecond } from "./claim-bytes.ts";
export {
  claimItem,
  claimItems,
  contextValues,
  type ItemValue,
  MAX_CONTEXT_ITEMS,
  type PlacedText,
  tokenSeed,
} from "./claim-items.ts";
export {
  type ClaimMaker,
  claimLeaf,
  claimMacKeys,
  createClaimMaker,
  type Leg,
} from "./claim-maker.ts";
export { type Commitments, createCommitments, type HmacSha256 } from "./commitment.ts";
export { sanitiserOptions } from "./sanitiser-options.ts";
export { answerSigning, type ClaimSigner, createClaimSigner } from "./sign-claims.ts";
