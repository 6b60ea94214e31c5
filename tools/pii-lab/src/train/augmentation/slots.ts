import type { Random } from "../../random.ts";
import type { People } from "./people.ts";
import type { Places } from "./places.ts";
import type { Things } from "./things.ts";
import type { Values } from "./values.ts";

type SlotType = "PERSON" | "LOCATION" | "STREET_ADDRESS" | "ORGANIZATION";

export interface Slot {
  readonly type?: SlotType;
  make(): string;
}

export interface Makers {
  readonly people: People;
  readonly places: Places;
  readonly things: Things;
  readonly values: Values;
  readonly random: Random;
}

/** Creates the slots by letter. `data/train/README.md` documents the letters. */
export function createSlots({
  people,
  places,
  things,
  values,
  random,
}: Makers): ReadonlyMap<string, Slot> {
  const { chance } = random;
  const person = (make: () => string): Slot => ({ type: "PERSON", make });
  const plain = (make: () => string): Slot => ({ make });
  const organization = (): string => (chance(0.25) ? things.company() : places.organization());
  return new Map<string, Slot>([
    ["P", person(() => people.any())],
    ["N", person(() => people.full())],
    ["F", person(() => people.given())],
    ["S", person(() => people.surname())],
    ["X", person(() => people.inverted())],
    ["I", person(() => people.initialed())],
    ["K", person(() => people.nick())],
    ["i", person(() => people.nick().toLowerCase())],
    ["l", person(() => (chance(0.5) ? people.full() : people.given()).toLowerCase())],
    ["U", person(() => (chance(0.6) ? people.full() : people.surname()).toUpperCase())],
    ["C", { type: "LOCATION", make: places.town }],
    ["c", { type: "LOCATION", make: () => places.town().toLowerCase() }],
    ["Q", { type: "LOCATION", make: places.country }],
    ["A", { type: "STREET_ADDRESS", make: places.address }],
    ["O", { type: "ORGANIZATION", make: organization }],
    ["B", { type: "ORGANIZATION", make: things.company }],
    ["m", plain(things.term)],
    ["z", plain(things.misspelled)],
    ["j", plain(things.identifier)],
    ["s", plain(() => people.plainSurname())],
    ["k", plain(() => people.plainGiven().toLowerCase())],
    ["W", plain(things.product)],
    ["D", plain(values.date)],
    ["n", plain(values.number)],
    ["T", plain(values.time)],
    ["E", plain(values.email)],
    ["H", plain(values.phone)],
    ["M", plain(values.month)],
    ["G", plain(values.weekday)],
    ["t", plain(values.title)],
    ["Z", plain(values.postcode)],
  ]);
}
