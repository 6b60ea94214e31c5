/** @slow reads lists of 100 000 entries */
import { afterEach, expect, test } from "@jest/globals";
import { threadSource } from "@veil/testing";
import { createEntityListReader, type ThreadedListReader } from "./create-entity-list-reader.ts";

const fail = (error: unknown): never => {
  throw error;
};
let reader: ThreadedListReader | undefined;
afterEach(() => reader?.close());

function opened(worker?: URL, onError: (error: unknown) => void = fail): ThreadedListReader {
  reader = createEntityListReader(onError, worker);
  return reader;
}

const LENGTHS = { short: 2, long: 20_000 };

test.each(Object.entries(LENGTHS))("A %s list is checked and packed", async (_kind, count) => {
  const entries = Array.from({ length: count }, (_, index) => ({ value: `Zoë ${index}` }));
  const list = { kind: "deny", entries };
  const read = await opened().read(
    Buffer.from(JSON.stringify({ entries, kind: "deny" }, undefined, 2)),
  );
  expect([read.kind, read.entryCount]).toEqual(["deny", count]);
  expect(Buffer.from(read.content).toString()).toBe(JSON.stringify(list));
});

test.each(Object.entries(LENGTHS))(
  "An invalid %s list is refused with the same message, which contains no value",
  async (_kind, count) => {
    const filler = Array.from({ length: count }, () => ({ value: "Geheim" }));
    const bodies: [string, string, string][] = [
      ["{", "invalid_json", "The body is not valid JSON in UTF-8"],
      [body({ kind: "Geheim" }), "invalid_field", 'Field "kind" must be one of "deny", "allow"'],
      [
        body({ entries: [...filler, { value: "!!" }] }),
        "invalid_field",
        `Field "entries[${count}].value" must be a value with a letter or a digit`,
      ],
    ];
    function body(change: object): string {
      return JSON.stringify({ kind: "deny", entries: filler, ...change });
    }
    for (const [text, code, message] of bodies) {
      const padded = Buffer.from(text.padEnd(count * 5));
      await expect(opened().read(padded)).rejects.toMatchObject({ code, message });
      await reader?.close();
    }
  },
);

test("When the thread fails, then only its list is refused, with an error that does not contain the cause", async () => {
  const worker = threadSource("export function run() { throw new Error('Geheim'); }");
  const broken = opened(worker, () => {});
  await expect(broken.read(Buffer.alloc(70_000, 32))).rejects.toMatchObject({
    code: "server_busy",
    message: "The list cannot be read right now",
  });
});
