import type { AccuracyReport, MeasuredTexts, MeasuredType } from "@veil/contracts/accuracy-report";
import type { Ratio } from "../eval/measures/ratio.ts";
import type { TypeScores } from "../eval/measures/type-scores.ts";
import type { MeasuredRelease } from "./measured-release.ts";
import { type NamedPool, namedPools, pooledRedaction, pooledTypes, textsOf } from "./pool.ts";

const DIGITS = 4;

/** Returns the figures that the release states about itself, under the default policy. */
export function accuracyReport(measured: MeasuredRelease): AccuracyReport {
  const { release, command, date } = measured;
  return {
    release: release.version,
    measured_at: date.toISOString(),
    command,
    models: [...release.models],
    sets: namedPools(measured).map(measuredTexts),
  };
}

function measuredTexts({ title, pool }: NamedPool): MeasuredTexts {
  const { recall, precision } = pooledRedaction(pool, "default");
  const types = [...pooledTypes(pool, "default")].map(
    ([type, scores]) => [type, measuredType(scores)] as const,
  );
  return {
    title,
    texts: textsOf(pool, "default").length,
    redaction: { recall: rounded(recall), precision: rounded(precision) },
    types: Object.fromEntries(types),
  };
}

function measuredType({ gold, covered, precision }: TypeScores): MeasuredType {
  return { values: gold, replaced: rounded(covered), precision: rounded(precision) };
}

function rounded(ratio: Ratio): number | null {
  return ratio === undefined ? null : Number(ratio.toFixed(DIGITS));
}
