import { startCpuTime } from "./cpu-time.mjs";

const TICK_MS = 1_000;

/**
 * Runs `work` and reports its start and duration on stderr, because stdout is for results. `ticks`
 * shows the elapsed seconds on a terminal, for work that prints nothing itself.
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
