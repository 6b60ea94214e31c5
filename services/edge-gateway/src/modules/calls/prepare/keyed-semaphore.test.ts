import { expect, test } from "@jest/globals";
import { createKeyedSemaphore } from "./keyed-semaphore.ts";

const never = new AbortController().signal;

function work() {
  let end = (_error?: Error): void => {};
  const promise = new Promise<string>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve("done") : reject(error));
  });
  let begun = false;
  const begin = () => {
    begun = true;
    return promise;
  };
  return { begin, end: (error?: Error) => end(error), hasBegun: () => begun };
}

test("Work with one key runs once at a time; concurrent callers wait for its end, even if it fails", async () => {
  const semaphore = createKeyedSemaphore(2);
  for (const error of [undefined, new Error("failed")]) {
    const first = work();
    const [own, other] = [
      semaphore.take("a", never, first.begin),
      semaphore.take("a", never, () => Promise.reject(new Error("twice"))),
    ];
    first.end(error);
    if (error === undefined) expect(await own).toBe("done");
    else await expect(own).rejects.toBe(error);
    expect(await other).toBeUndefined();
  }
  expect(await semaphore.take("a", never, async () => "again")).toBe("again");
});

test("Only a bounded number of keys is worked on at once, and a caller that gave up begins no work", async () => {
  const semaphore = createKeyedSemaphore(1);
  const [first, second] = [work(), work()];
  const own = semaphore.take("a", never, first.begin);
  const next = semaphore.take("b", never, second.begin);
  const gone = new AbortController();
  const given = semaphore.take("c", gone.signal, () => Promise.reject(new Error("begun")));
  gone.abort();
  expect(second.hasBegun()).toBe(false);
  first.end();
  expect(await own).toBe("done");
  await expect(given).rejects.toMatchObject({ name: "AbortError" });
  second.end();
  expect(await next).toBe("done");
});
