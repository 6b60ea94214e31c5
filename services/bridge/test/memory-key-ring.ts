import type { Clock } from "@veil/contracts/clock";
import { type RandomBytes, systemRandomBytes } from "@veil/crypto";
import { rotate, withoutExpired } from "../src/domain/key-schedule.ts";
import type { KeyRing, TokenKey } from "../src/ports.ts";

export interface MemoryKeyStore {
  keys: readonly TokenKey[];
}

interface MemoryKeyRingOptions {
  readonly nowMs?: Clock;
  readonly random?: RandomBytes;
}

export function createMemoryKeyRing(
  store: MemoryKeyStore = { keys: [] },
  { nowMs = Date.now, random = systemRandomBytes }: MemoryKeyRingOptions = {},
): KeyRing {
  return {
    async current() {
      const { keys, current } = rotate(store.keys, nowMs(), random);
      store.keys = keys;
      return current;
    },
    async sweep() {
      store.keys = withoutExpired(store.keys, nowMs());
    },
  };
}
