/**
 * `execArgv` of a thread whose file is an ES module. Thread pools try `require` before `import`, and Node
 * aborts the whole process when a thread is ended while `require` links the graph of an ES module (V8's
 * `Module::IsGraphAsync`); with this, `require` refuses such a file at once.
 */
export const THREAD_ARGUMENTS: string[] = ["--no-experimental-require-module"];
