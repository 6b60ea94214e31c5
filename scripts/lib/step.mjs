/** Says what is being done and how long it took. */
export async function step(what, work) {
  const began = Date.now();
  process.stdout.write(`> ${what}\n`);
  const result = await work();
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  process.stdout.write(`  ${what}: ${seconds} s\n`);
  return result;
}
