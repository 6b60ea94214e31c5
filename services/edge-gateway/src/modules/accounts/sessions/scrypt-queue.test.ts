import { expect, test } from "@jest/globals";
import { createScryptQueue } from "./scrypt-queue.ts";

// @spec END-2 END-5
test("When 64 hashes wait for the two that run, then the next is refused with server_busy until there is room", async () => {
  const queue = createScryptQueue();
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const all = Array.from({ length: 2 + 64 }, () => queue(() => ended));
  await expect(queue(() => ended)).rejects.toMatchObject({
    code: "server_busy",
    options: { retryAfterSeconds: 5 },
  });
  end();
  await Promise.all(all);
  expect(await queue(async () => "hashed")).toBe("hashed");
});
