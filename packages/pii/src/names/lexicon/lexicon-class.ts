import { LEXICON_FLAGS as F, frequencies } from "./lexicon.ts";

const { max } = Math;

export const EDGE_CLASS = 2047;

const SPECIAL: readonly number[] = [
  F.HONORIFIC,
  F.ORG_SUFFIX,
  F.ROLE,
  F.COUNTRY,
  F.MONTH,
  F.PARTICLE,
  F.STREET,
  F.TERM,
  F.COMPANY,
  F.NATIONALITY,
  F.COMPOUND,
];

/** Compresses flags to a number from 1 to 1728, which features combine with other facts. */
export function lexiconClass(flags: number): number {
  return (
    1 +
    commonness(flags) +
    4 * given(flags) +
    12 * family(flags) +
    48 * town(flags) +
    144 * special(flags)
  );
}

function commonness(flags: number): number {
  const both = frequencies(flags);
  const bucket = max(both & 7, both >> 3);
  return bucket >> 1;
}

function given(flags: number): number {
  if (flags & F.FIRST_OWN) return 2;
  return flags & F.FIRST ? 1 : 0;
}

function family(flags: number): number {
  if (flags & F.LAST_TOP) return 3;
  if (flags & F.LAST) return 2;
  return flags & F.LAST_RARE ? 1 : 0;
}

function town(flags: number): number {
  if (flags & F.CITY) return 2;
  return flags & F.CITY_PART ? 1 : 0;
}

function special(flags: number): number {
  if ((flags & ANY_SPECIAL) === 0) return 0;
  for (let index = 0; index < SPECIAL.length; index += 1)
    if (flags & (SPECIAL[index] ?? 0)) return index + 1;
  return 0;
}

const ANY_SPECIAL = SPECIAL.reduce((all, flag) => all | flag, 0);
