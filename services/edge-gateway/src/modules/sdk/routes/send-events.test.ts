import { expect, test } from "@jest/globals";
import { withPings } from "./send-events.ts";

const PATIENT_MS = 60_000;

async function* eventsOf(...events: readonly string[]) {
  yield* events;
}

async function read(events: AsyncIterable<string>): Promise<string[]> {
  const read: string[] = [];
  for await (const event of events) read.push(event);
  return read;
}

test("When events arrive in time, then they are passed on without a ping", async () => {
  expect(await read(withPings(eventsOf("a", "b"), "ping", PATIENT_MS))).toEqual(["a", "b"]);
});

test("When the first and the second event are late, then pings are sent before each of them, and no event is lost", async () => {
  const goOn: (() => void)[] = [];
  const late = () => new Promise<void>((resolve) => void goOn.push(resolve));
  async function* slow() {
    await late();
    yield "a";
    await late();
    yield "b";
  }
  const seen: string[] = [];
  let pings = 0;
  for await (const event of withPings(slow(), "ping", 1)) {
    if (event !== "ping") pings = 0;
    else if (++pings === 3) goOn.pop()?.();
    seen.push(event);
  }
  const text = seen.join(" ");
  expect(text).toMatch(/^(ping ){3,}a (ping ){3,}b$/);
});

test("When the source fails after a ping, then its error is thrown", async () => {
  let fail = (_error: Error) => {};
  async function* failing(): AsyncGenerator<string> {
    await new Promise((_resolve, reject) => {
      fail = reject;
    });
  }
  const events = withPings(failing(), "ping", 1);
  expect((await events.next()).value).toBe("ping");
  fail(new Error("lost"));
  await expect(read(events)).rejects.toThrow("lost");
});

test("When the reader stops, then the source is closed", async () => {
  let isEnded = false;
  async function* endless() {
    try {
      for (;;) yield "a";
    } finally {
      isEnded = true;
    }
  }
  for await (const _event of withPings(endless(), "ping", PATIENT_MS)) break;
  expect(isEnded).toBe(true);
});
