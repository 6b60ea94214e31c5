import type { MeasuredSet } from "../eval/report/measured-set.ts";
import { developmentSets, type MeasuredRelease } from "./measured-release.ts";
import { type Pool, textsOf } from "./pool.ts";

interface NamedPool {
  readonly title: string;
  readonly pool: Pool;
}

const LANGUAGES = { en: "English", de: "German" } as const;

/** Returns the pools that have texts. */
export function namedPools(measured: MeasuredRelease): readonly NamedPool[] {
  return [
    ...byLanguage("committed", measured.committed),
    ...byLanguage("development", developmentSets(measured)),
  ].filter(({ pool }) => textsOf(pool, "all").length > 0);
}

function byLanguage(origin: string, sets: readonly MeasuredSet[]): readonly NamedPool[] {
  return (["en", "de"] as const).map((language) => ({
    title: `${LANGUAGES[language]}, ${origin} sets`,
    pool: { sets, language },
  }));
}
