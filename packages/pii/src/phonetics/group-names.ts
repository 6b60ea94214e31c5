import { createNameMemory, type NameMemory } from "./name-memory.ts";
import { agreement, surnameForms } from "./same-name.ts";
import { spelledKeys } from "./sounds-like.ts";
import { isInitial, type WrittenName } from "./written-name.ts";

type Sounds = NameMemory["sound"];

/** A text that names a thousand persons of one surname gets no further help with telling them apart. */
const MOST_CANDIDATES = 32;

/** Letters, or the cheap half of a sound. */
type Key = string | number;

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
export function groupNames(
  written: readonly string[],
  { read, sound } = createNameMemory(),
): readonly number[] {
  const joined = written.map((_name, index) => index);
  if (written.length < 2) return joined;
  const names = written.map(read);
  const soundOf = onlyAmongAlike(names, sound);
  const groups = new Map<Key, Group[]>();
  for (const index of byCompleteness(names)) {
    const name = names[index];
    if (name === undefined || name.surname === "") continue;
    const keys = keysOf(name, soundOf);
    const group = onlyOne(name, candidates(groups, keys), sound);
    if (group === undefined) found(groups, { first: index, name }, keys);
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

function onlyOne(name: WrittenName, groups: ReadonlySet<Group>, sound: Sounds): Group | undefined {
  if (groups.size === 0) return undefined;
  const graded = Array.from(groups, (group) => ({
    group,
    grade: agreement(name, group.name, sound),
  }));
  const exact = graded.filter(({ grade }) => grade === "exact");
  const agreeing = exact.length > 0 ? exact : graded.filter(({ grade }) => grade === "variant");
  return agreeing.length === 1 ? agreeing[0]?.group : undefined;
}

function candidates(
  groups: ReadonlyMap<Key, readonly Group[]>,
  keys: readonly Key[],
): ReadonlySet<Group> {
  const candidates = new Set<Group>();
  for (const key of keys) for (const group of groups.get(key) ?? []) candidates.add(group);
  return candidates;
}

function found(groups: Map<Key, Group[]>, group: Group, keys: readonly Key[]): void {
  for (const key of keys) {
    const bucket = groups.get(key);
    if (bucket === undefined) groups.set(key, [group]);
    else if (bucket.length < MOST_CANDIDATES) bucket.push(group);
  }
}

/** The sounds of surnames with whose consonants there is another one: others need no more than their letters. */
function onlyAmongAlike(names: readonly WrittenName[], sound: Sounds): Sounds {
  const first = new Map<number, string>();
  const shared = new Set<number>();
  for (const { surname } of names) {
    const consonants = sound(surname)?.consonants;
    if (consonants === undefined) continue;
    const other = first.get(consonants);
    if (other === undefined) first.set(consonants, surname);
    else if (other !== surname) shared.add(consonants);
  }
  return (word) => {
    const known = sound(word);
    return known !== undefined && shared.has(known.consonants) ? known : undefined;
  };
}

/**
 * Names that agree share one: the letters of the surname, or the cheap half of its sounds, or a given name, which
 * may stand alone.
 */
function keysOf({ surname, givens, isBareWord }: WrittenName, soundOf: Sounds): readonly Key[] {
  const given = isBareWord ? surname : (givens[0] ?? "");
  const keys: Key[] = given === "" ? [] : [`given ${given}`];
  for (const form of surnameForms(surname)) {
    const sound = soundOf(form);
    keys.push(form);
    if (sound !== undefined) keys.push(...spelledKeys(sound));
  }
  return keys;
}
