import { ENTITY_TYPES, type EntityType } from "@veil/contracts/entities";
import type { EntityListContent } from "@veil/contracts/sanitiser";
import type { Automaton } from "./automaton.ts";
import { buildAutomaton } from "./build-automaton.ts";
import { foldToString } from "./folded-text.ts";
import { soundsOfPersons } from "./person-sounds.ts";

export interface CompiledEntityList {
  readonly kind: EntityListContent["kind"];
  readonly automaton: Automaton;
  readonly types: Uint8Array;
  /** Phonetic keys of the persons in the list: see `person-sounds.ts`. */
  readonly sounds: Uint32Array;
  readonly sizeBytes: number;
}

const KNOWN_ENTITY = ENTITY_TYPES.indexOf("KNOWN_ENTITY");
const PERSON = ENTITY_TYPES.indexOf("PERSON");

/**
 * Compiles a list; 100 000 entries take half a second. Entries that are equal when folded are
 * merged, and the first type wins.
 */
export function compileEntityList({ kind, entries }: EntityListContent): CompiledEntityList {
  const typeOf = new Map<string, number>();
  for (const { value, type } of entries) {
    const folded = foldToString(value);
    if (folded !== "" && (typeOf.get(folded) ?? KNOWN_ENTITY) === KNOWN_ENTITY)
      typeOf.set(folded, indexOf(type));
  }
  const folded = [...typeOf.keys()].sort();
  const types = new Uint8Array(new SharedArrayBuffer(folded.length));
  types.set(folded.map((entry) => typeOf.get(entry) ?? KNOWN_ENTITY));
  const persons = kind === "deny" ? folded.filter((entry) => typeOf.get(entry) === PERSON) : [];
  const automaton = buildAutomaton(folded);
  const sounds = soundsOfPersons(persons);
  const buffers = [types, sounds, ...Object.values(automaton)];
  const sizeBytes = buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return { kind, automaton, types, sounds, sizeBytes };
}

export function typeOfEntry({ types }: CompiledEntityList, entry: number): EntityType {
  return ENTITY_TYPES[types[entry] ?? KNOWN_ENTITY] ?? "KNOWN_ENTITY";
}

function indexOf(type: EntityType | undefined): number {
  return type === undefined ? KNOWN_ENTITY : ENTITY_TYPES.indexOf(type);
}
