export async function withFallback<T>(
  timeoutMs: number,
  work: Promise<T>,
  otherwise: T,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), timeoutMs);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export interface Waits<T> {
  /** Settles like `work`, or with the value of `endAll` if that is called first. */
  on(work: Promise<T>): Promise<T>;
  endAll(value: T): void;
}

export function createWaits<T>(): Waits<T> {
  const open = new Set<(value: T) => void>();
  return {
    on(work) {
      return new Promise((resolve, reject) => {
        open.add(resolve);
        const forget = () => void open.delete(resolve);
        work.then(resolve, reject).then(forget, forget);
      });
    },
    endAll(value) {
      for (const resolve of open) resolve(value);
    },
  };
}
