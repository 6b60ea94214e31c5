import {
  type CorpusText,
  type RedactionScores,
  scoreRedaction,
  underDefaultPolicy,
} from "@veil/pii-lab/measures";
import { type Figure, figure } from "../../report.ts";
import type { OpenContender } from "../contenders/open-contender.ts";
import type { Contenders } from "../peers/open-contenders.ts";
import { againstEach } from "./against-each.ts";

/**
 * Measures recall and precision as `redaction_default` of `npm run pii:eval -- --policy all` does:
 * label-blind, over letters and digits, without organizations and dates.
 */
export async function measureAccuracy(
  { ours, peers }: Contenders,
  texts: readonly CorpusText[],
): Promise<readonly Figure[]> {
  const own = await scoresOf(ours, texts);
  const others: { peer: OpenContender; scores: RedactionScores }[] = [];
  for (const peer of peers) others.push({ peer, scores: await scoresOf(peer, texts) });
  return (["recall", "precision"] as const).flatMap((measure) =>
    againstEach(others, (other) => {
      const peer = other && ([other.peer.name, shareOf(other.scores, measure)] as [string, number]);
      return figure(`sanitiser.${measure}`, shareOf(own, measure), "share", peer);
    }),
  );
}

async function scoresOf(
  contender: OpenContender,
  texts: readonly CorpusText[],
): Promise<RedactionScores> {
  const found = await contender.find(texts);
  const judged = texts.map((text, index) => ({ ...text, predicted: found[index] ?? [] }));
  return scoreRedaction(underDefaultPolicy(judged));
}

/** Returns a score, which is 0 for the precision when there are no findings. */
function shareOf(scores: RedactionScores, measure: "recall" | "precision"): number {
  return scores[measure] ?? 0;
}
