import type { startSimulator } from "@veil/upstream-simulator";

type Sleep = NonNullable<NonNullable<Parameters<typeof startSimulator>[0]>["sleep"]>;

/** Replaces the waits of a simulator: each ends at once, or when the gate opens. */
export interface Gate {
  readonly sleep: Sleep;
  /** Lets only this many more waits pass at once. All later ones last until the gate opens. */
  close(passes?: number): void;
  open(): void;
  waiting(): number;
}

export function createGate(): Gate {
  let passes = Number.POSITIVE_INFINITY;
  const waiting = new Set<() => void>();
  return {
    sleep: (_ms, gone) => {
      if (passes > 0) {
        passes -= 1;
        return Promise.resolve();
      }
      return new Promise<void>((resolve) => {
        const pass = () => {
          waiting.delete(pass);
          resolve();
        };
        waiting.add(pass);
        gone.addEventListener("abort", pass, { once: true });
      });
    },
    close(more = 0) {
      passes = more;
    },
    open() {
      passes = Number.POSITIVE_INFINITY;
      for (const pass of waiting) pass();
    },
    waiting: () => waiting.size,
  };
}
