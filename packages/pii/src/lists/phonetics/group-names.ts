import { createNameMemory, type NameMemory } from "./name-memory.ts";
import { agreement, surnameForms } from "./same-name.ts";
import { spelledKeys } from "./sounds-like.ts";
import { isInitial, type WrittenName } from "./written-name.ts";

type Sounds = NameMemory["sound"];

const MAX_CANDIDATES = 32;

type Key = string | number;

interface Group {
  readonly first: number;
  readonly name: WrittenName;
}

/**
 * Returns, for each name, the index of the fullest name of the same person. A name joins a group
 * only if it matches no other group: with Hans Meyer and Peter Meyer, a plain Meyer joins neither.
 * Linear.
 */
export function groupNames(
  written: readonly string[],
  { read, sound } = createNameMemory(),
): readonly number[] {
  const joined = written.map((_name, index) => index);
  if (written.length < 2) return joined;
  const names = written.map(read);
  const soundOf = onlyAmongVariants(names, sound);
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
    else if (bucket.length < MAX_CANDIDATES) bucket.push(group);
  }
}

/**
 * Returns sounds only for surnames that share their consonants with another surname. For the rest,
 * comparing letters is enough.
 */
function onlyAmongVariants(names: readonly WrittenName[], sound: Sounds): Sounds {
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
