/**
 * Thread pools try `require` before `import`, and Node aborts the whole process when a thread ends while `require`
 * links an ES module (V8's `Module::IsGraphAsync`); with this, `require` refuses such a file at once.
 */
export const THREAD_ARGUMENTS: string[] = ["--no-experimental-require-module"];

/** A thread keeps all of this memory. The default of 48 makes it no faster. */
export const YOUNG_GENERATION_MB = 16;

/** Threads cannot load TypeScript: a module in `src/`, as in tests, is loaded from `dist/`. */
export function threadModule(specifier: string, from: string): URL {
  const at = from.lastIndexOf("/src/");
  const folder = at === -1 ? from : `${from.slice(0, at)}/dist/${from.slice(at + "/src/".length)}`;
  return new URL(specifier, folder);
}
