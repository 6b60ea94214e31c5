import { startCpuTime } from "./cpu-time.mjs";

const TICK_MS = 1_000;

/**
 * Reports on stderr, because stdout is for results. With `ticks`, for work that prints nothing, a
 * terminal shows the elapsed seconds.
 */
export async function step(what, work, { ticks = false } = {}) {
  const began = Date.now();
  const cpuTime = startCpuTime();
  const seconds = () => ((Date.now() - began) / 1000).toFixed(1);
  process.stderr.write(`> ${what}\n`);
  const shows = ticks && process.stderr.isTTY;
  const tick = () => process.stderr.write(`\r  ${what}: ${seconds()} s`);
  const ticking = shows ? setInterval(tick, TICK_MS) : undefined;
  try {
    return await work();
  } finally {
    clearInterval(ticking);
    process.stderr.write(`${shows ? "\r" : ""}  ${what}: ${seconds()} s${cpuTime()}\n`);
  }
}
