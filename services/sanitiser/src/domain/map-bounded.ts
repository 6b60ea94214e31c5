/** `work` on every item, the answers in the same order, with so many at the same time; none begins after a failure. */
export async function mapBounded<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = [];
  const queue = items.entries();
  let failed = false;
  async function workOff(): Promise<void> {
    for (const [index, item] of queue) {
      if (failed) return;
      answers[index] = await work(item);
    }
  }
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, () =>
    workOff().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  await Promise.all(workers);
  return answers;
}
