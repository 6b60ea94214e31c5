import { expect, test } from "@jest/globals";
import { type EntityListContent, entityListBindings } from "@veil/contracts/sanitiser";
import { openHpke } from "@veil/crypto";
import { boxedList, testTrust } from "../../test/sealed-lists.ts";
import { createListSearch } from "./search-lists.ts";

const { trust, keysOf } = testTrust;
const identity = keysOf("sanitiser");
const search = createListSearch({ identity, trust });
const weber = { value: "Dr. Anna Weber", type: "PERSON" } as const;
const falke = { value: "Projekt Falke" } as const;

test("The search returns the lists that contain the value, and seals the other entries as the next version", async () => {
  const both = boxedList({ kind: "deny", entries: [weber, falke] });
  const other = boxedList({ kind: "allow", entries: [falke] });
  const { lists } = await search({ value: "anna weber", lists: [both, other] });
  expect(lists).toMatchObject([
    { id: both.id, entries: 1, rest: { kind: "deny", entry_count: 1 } },
  ]);
  const { box = "", sealing_key_id = "" } = lists[0]?.rest ?? {};
  const bytes = Buffer.from(box, "base64");
  const key = identity.opening(sealing_key_id);
  const opened = openHpke(key, bytes, entityListBindings(both.id, 2)).toString();
  expect(JSON.parse(opened) satisfies EntityListContent).toEqual({
    kind: "deny",
    entries: [falke],
  });
});

test("A list of which nothing would remain has no rest", async () => {
  const all = boxedList({ kind: "deny", entries: [weber, { value: "anna weber" }] });
  expect(await search({ value: "Anna Weber", lists: [all] })).toEqual({
    lists: [{ id: all.id, entries: 2 }],
  });
});

test("A box that was sealed for another version is refused with invalid_field, without the value", async () => {
  const list = boxedList({ kind: "deny", entries: [weber] });
  const refused = search({ value: "Anna Weber", lists: [{ ...list, version: 2 }] });
  await expect(refused).rejects.toMatchObject({
    code: "invalid_field",
    message: expect.not.stringContaining("Weber"),
  });
});
