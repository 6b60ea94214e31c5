import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { extract, type Header } from "tar-stream";
import { type TarEntry, tarOf } from "./tar.ts";

const TIME = new Date("2026-11-26T12:00:00Z");
const content = (value: string) => () => Buffer.from(value);
const ENTRIES: readonly TarEntry[] = [
  { name: "app/" },
  { name: "app/Z", content: content("upper") },
  { name: "app/a", content: content("lower"), executable: true },
  { name: "app/link", link: "a" },
  { name: `app/${"long/".repeat(40)}ä`, content: content("deep") },
];

async function read(archive: Buffer): Promise<(Header & { readonly content: string })[]> {
  const found: (Header & { readonly content: string })[] = [];
  for await (const entry of Readable.from([archive]).pipe(extract()))
    found.push({ ...entry.header, content: await text(entry) });
  return found;
}

test("tarOf returns equal bytes for the same entries in any order", async () => {
  const archive = await tarOf(ENTRIES, TIME);
  expect((await tarOf(ENTRIES.toReversed(), TIME)).equals(archive)).toBe(true);
});

test("tarOf sorts entries by the bytes of their names, and gives all to root at the given time", async () => {
  const found = await read(await tarOf(ENTRIES.toReversed(), TIME));
  expect(found.map(({ name }) => name)).toEqual(ENTRIES.map(({ name }) => name).sort());
  for (const { uid, gid, uname, gname, mtime } of found)
    expect({ uid, gid, uname, gname, mtime }).toEqual({
      ...{ uid: 0, gid: 0, uname: "root", gname: "root", mtime: TIME },
    });
});

test("tarOf keeps contents, links and executable bits", async () => {
  const found = new Map((await read(await tarOf(ENTRIES, TIME))).map((one) => [one.name, one]));
  expect(found.get("app/a")).toMatchObject({ type: "file", mode: 0o755, content: "lower" });
  expect(found.get("app/Z")).toMatchObject({ type: "file", mode: 0o644, content: "upper" });
  expect(found.get("app/link")).toMatchObject({ type: "symlink", linkname: "a" });
  expect(found.get("app/")).toMatchObject({ type: "directory", mode: 0o755 });
});
