import type { EntityType } from "../finding.ts";
import { fullestName } from "../lists/phonetics/fullest-name.ts";
import { groupNames } from "../lists/phonetics/group-names.ts";
import { createNameMemory, type NameMemory } from "../lists/phonetics/name-memory.ts";
import { formatPlaceholder } from "../placeholders/placeholder.ts";

interface Minted {
  readonly placeholder: string;
  readonly type: EntityType;
}

export type Mint = (value: string, type: EntityType) => Minted;

/**
 * Creates a function that numbers placeholders per type in call order. `persons` contains all
 * names; the names of one person share a placeholder.
 */
export function createMint(persons: readonly string[], memory = createNameMemory()): Mint {
  const fullest = fullestNames([...new Set(persons)], memory);
  const byValue = new Map<string, Minted>();
  const byPerson = new Map<string, Minted>();
  const counts = new Map<EntityType, number>();

  function number(type: EntityType): Minted {
    const next = (counts.get(type) ?? 0) + 1;
    counts.set(type, next);
    return { placeholder: formatPlaceholder(type, next), type };
  }

  return (value, type) => {
    const known = byValue.get(value);
    if (known !== undefined) return known;
    const person = type === "PERSON" ? (fullest.get(value) ?? value) : undefined;
    const minted = (person !== undefined && byPerson.get(person)) || number(type);
    byValue.set(value, minted);
    if (person !== undefined) byPerson.set(person, minted);
    return minted;
  };
}

function fullestNames(names: readonly string[], memory: NameMemory): ReadonlyMap<string, string> {
  const fullestOf = new Map<string, string>();
  for (const members of membersOf(names, memory)) {
    const fullest = members.length > 1 ? fullestName(members, memory) : undefined;
    if (fullest !== undefined) for (const name of members) fullestOf.set(name, fullest);
  }
  return fullestOf;
}

function membersOf(names: readonly string[], memory: NameMemory): Iterable<readonly string[]> {
  const groups = new Map<number, string[]>();
  for (const [index, first] of groupNames(names, memory).entries()) {
    const members = groups.get(first);
    if (members === undefined) groups.set(first, [names[index] ?? ""]);
    else members.push(names[index] ?? "");
  }
  return groups.values();
}
