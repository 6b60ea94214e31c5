import type { Clock } from "@veil/contracts/clock";
import { type RandomBytes, systemRandomBytes } from "@veil/crypto";
import { isFresh, rotate, withoutExpired } from "../domain/key-schedule.ts";
import type { KeyRing, TokenKey } from "../ports.ts";
import { withFileLock } from "./file-lock.ts";
import { readKeyRing, writeKeyRing } from "./key-ring-file.ts";

interface FileKeyRingOptions {
  readonly nowMs?: Clock;
  readonly random?: RandomBytes;
}

/**
 * Creates a key ring that stores its keys in one file, which replicas may share. The key of the day
 * stays in memory, so making a token needs no file access. Changes to the file happen under a lock.
 */
export function createFileKeyRing(
  file: string,
  { nowMs = Date.now, random = systemRandomBytes }: FileKeyRingOptions = {},
): KeyRing {
  let cached: TokenKey | undefined;
  let refreshing: Promise<TokenKey> | undefined;

  async function update<
    T extends { readonly keys: readonly TokenKey[]; readonly changed: boolean },
  >(change: (keys: readonly TokenKey[]) => T): Promise<T> {
    return withFileLock(`${file}.lock`, async (isMine) => {
      const next = change(await readKeyRing(file));
      if (!next.changed) return next;
      if (!(await isMine())) throw new Error("Key ring: the lock was lost");
      await writeKeyRing(file, next.keys);
      return next;
    });
  }

  async function refresh(): Promise<TokenKey> {
    const { current } = await update((keys) => rotate(keys, nowMs(), random));
    cached = current;
    return current;
  }

  return {
    async current() {
      if (cached !== undefined && isFresh(cached, nowMs())) return cached;
      refreshing ??= refresh().finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
    async sweep() {
      await update((keys) => {
        const kept = withoutExpired(keys, nowMs());
        return { keys: kept, changed: kept.length !== keys.length };
      });
    },
  };
}
