/**
 * Node arguments for threads. Thread pools try `require` before `import`, and Node aborts the whole
 * process when a thread exits while `require` links an ES module (V8's `Module::IsGraphAsync`).
 * With this argument, `require` refuses ES modules at once.
 */
export const THREAD_ARGUMENTS: string[] = ["--no-experimental-require-module"];

/**
 * The size of a thread's young generation. A thread keeps all of this memory, and the default of 48
 * makes it no faster.
 */
export const YOUNG_GENERATION_MB = 16;

/**
 * Returns the URL of a thread's module. Threads cannot load TypeScript, so for a caller in `src/`,
 * as in tests, it is the module in `dist/`.
 */
export function threadModule(specifier: string, from: string): URL {
  const at = from.lastIndexOf("/src/");
  const folder = at === -1 ? from : `${from.slice(0, at)}/dist/${from.slice(at + "/src/".length)}`;
  return new URL(specifier, folder);
}
