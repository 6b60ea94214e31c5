/**
 * `execArgv` of a thread whose file is an ES module. Thread pools try `require` before `import`, and Node
 * aborts the whole process when a thread is ended while `require` links the graph of an ES module (V8's
 * `Module::IsGraphAsync`); with this, `require` refuses such a file at once.
 */
export const THREAD_ARGUMENTS: string[] = ["--no-experimental-require-module"];

/**
 * The module of a thread, next to the one at `from` (`import.meta.url`). Threads cannot load TypeScript: for a
 * source in `src/`, as in tests, it is the built one in `dist/`.
 */
export function threadModule(specifier: string, from: string): URL {
  const at = from.lastIndexOf("/src/");
  const folder = at === -1 ? from : `${from.slice(0, at)}/dist/${from.slice(at + "/src/".length)}`;
  return new URL(specifier, folder);
}
