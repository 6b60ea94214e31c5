import type { startSimulator } from "@veil/upstream-simulator";

type Sleep = NonNullable<NonNullable<Parameters<typeof startSimulator>[0]>["sleep"]>;

/** Replaces time: a simulator's wait ends at once, or when the gate lets it pass. */
export interface Gate {
  readonly sleep: Sleep;
  /** Lets so many more waits pass; the others wait. */
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
