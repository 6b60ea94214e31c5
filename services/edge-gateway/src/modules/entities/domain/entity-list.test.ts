import { expect, test } from "@jest/globals";
import { type EntityListContent, entityListBindings } from "@veil/contracts/sanitiser";
import { openHpke } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { boxEntityList, packEntityList } from "./entity-list.ts";

const LIST = {
  kind: "deny",
  entries: [{ value: "Zoë 雪", type: "PERSON" }, { value: "7-11" }],
} satisfies EntityListContent;

test("A list is sealed for the sanitiser only and bound to its id and version", () => {
  const { trust, keysOf } = createTestTrust();
  const boxed = boxEntityList(packEntityList(LIST), { listId: "lst_1", version: 2, trust });
  expect(boxed).toMatchObject({ kind: "deny", entryCount: 2 });
  for (const { value } of LIST.entries)
    expect(Buffer.from(boxed.box).includes(JSON.stringify(value))).toBe(false);
  const sanitiser = keysOf("sanitiser").opening(boxed.sealingKeyId);
  const opened = openHpke(sanitiser, boxed.box, entityListBindings("lst_1", 2));
  expect(JSON.parse(opened.toString())).toEqual(LIST);
  for (const other of [entityListBindings("lst_1", 1), entityListBindings("lst_2", 2)])
    expect(() => openHpke(sanitiser, boxed.box, other)).toThrow(
      expect.objectContaining({ code: "decryption_failed" }),
    );
});

test("The aliases of entity types are replaced by the types' own names", () => {
  const entries = [
    { value: "Hauptstr. 1", type: "ADDRESS" },
    { value: "Ann", type: "PERSON" },
    { value: "7-11" },
  ] as const;
  const { content } = packEntityList({ kind: "deny", entries: [...entries] });
  expect(JSON.parse(Buffer.from(content).toString())).toEqual({
    kind: "deny",
    entries: [{ value: "Hauptstr. 1", type: "STREET_ADDRESS" }, ...entries.slice(1)],
  });
});
