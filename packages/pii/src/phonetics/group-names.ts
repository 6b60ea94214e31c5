import { agreement, type Sounds, surnameKeys } from "./same-name.ts";
import { soundsOf } from "./sounds-like.ts";
import { isInitial, readWrittenName, type WrittenName } from "./written-name.ts";

/** A text that names a thousand persons of one surname gets no further help with telling them apart. */
const MOST_CANDIDATES = 32;
/** More different words are told apart by their letters alone: sounding one out takes microseconds. */
const MOST_WORDS = 10_000;

interface Group {
  readonly first: number;
  readonly name: WrittenName;
}

/**
 * Which of these names are one person's: for each, the index of the fullest name in its group, its own where
 * it stands alone. A name joins a group when `sameName` says so of exactly one, where the names that agree to
 * the letter go before those that are spelling variants: beside Hans Meyer and Peter Meyer, Meyer alone is
 * neither. Time grows with the number of names and not faster.
 */
export function groupNames(written: readonly string[]): readonly number[] {
  const names = written.map(readWrittenName);
  const sounds = remembering((word) => soundsOf(word));
  const groups = new Map<string, Group[]>();
  const joined = written.map((_name, index) => index);
  for (const index of byCompleteness(names)) {
    const name = names[index];
    if (name === undefined || name.surname === "") continue;
    const group = onlyOne(name, candidates(groups, name, sounds), sounds);
    if (group === undefined) found(groups, { first: index, name }, sounds);
    joined[index] = group?.first ?? index;
  }
  return joined;
}

/** Full names before initials, and those before names alone; else in their order. */
function byCompleteness(names: readonly WrittenName[]): number[] {
  const order = names.map((_name, index) => index);
  const rank = names.map(({ givens }) =>
    givens.reduce((sum, given) => sum + (isInitial(given) ? 1 : 8), 0),
  );
  return order.sort((a, b) => (rank[b] ?? 0) - (rank[a] ?? 0) || a - b);
}

function onlyOne(name: WrittenName, groups: readonly Group[], sounds: Sounds): Group | undefined {
  const graded = groups.map((group) => ({ group, grade: agreement(name, group.name, sounds) }));
  const exact = graded.filter(({ grade }) => grade === "exact");
  const agreeing = exact.length > 0 ? exact : graded.filter(({ grade }) => grade === "variant");
  return agreeing.length === 1 ? agreeing[0]?.group : undefined;
}

function candidates(
  groups: ReadonlyMap<string, Group[]>,
  name: WrittenName,
  sounds: Sounds,
): Group[] {
  return [...new Set(keysOf(name, sounds).flatMap((key) => groups.get(key) ?? []))];
}

function found(groups: Map<string, Group[]>, group: Group, sounds: Sounds): void {
  for (const key of keysOf(group.name, sounds)) {
    const bucket = groups.get(key);
    if (bucket === undefined) groups.set(key, [group]);
    else if (bucket.length < MOST_CANDIDATES) bucket.push(group);
  }
}

/** A given name has a key of its own: it may stand alone. */
function keysOf({ surname, givens, isBareWord }: WrittenName, sounds: Sounds): readonly string[] {
  const given = isBareWord ? surname : (givens[0] ?? "");
  return [...surnameKeys(surname, sounds), ...(given === "" ? [] : [`given ${given}`])];
}

function remembering(sounds: Sounds): Sounds {
  const known = new Map<string, readonly string[]>();
  return (word) => {
    const keys = known.get(word) ?? (known.size < MOST_WORDS ? sounds(word) : []);
    known.set(word, keys);
    return keys;
  };
}
