/** On stderr: stdout is for results. */
export async function step(what, work) {
  const began = Date.now();
  process.stderr.write(`> ${what}\n`);
  const result = await work();
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  process.stderr.write(`  ${what}: ${seconds} s\n`);
  return result;
}
