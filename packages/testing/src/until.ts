/** How long `until` waits. It is generous because machines may be busy. */
export const WAIT_CEILING_MS = 60_000;
const TRY_MS = 20;

/**
 * Calls `probe` repeatedly until it returns a truthy value, and returns that value.
 * @throws Error after `WAIT_CEILING_MS`
 */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  const deadline = Date.now() + WAIT_CEILING_MS;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`Waited ${WAIT_CEILING_MS} ms, but not: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, TRY_MS));
  }
}
