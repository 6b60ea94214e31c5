import { type Command, InputError } from "./command.ts";
import { isolationVerify } from "./isolation-verify.ts";
import { keysInit } from "./keys-init.ts";
import { netpolCheck } from "./netpol/check.ts";
import { netpolCompile } from "./netpol/compile.ts";
import { netpolDiff } from "./netpol/diff.ts";
import { netpolLint } from "./netpol/lint.ts";
import { netpolMatrix } from "./netpol/matrix.ts";

const COMMANDS: readonly Command[] = [
  keysInit,
  isolationVerify,
  netpolCheck,
  netpolLint,
  netpolMatrix,
  netpolDiff,
  netpolCompile,
];

interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** @returns the exit code: 1 failed, 2 wrong usage or input */
export async function runCli(args: readonly string[], { out, err }: Output): Promise<0 | 1 | 2> {
  const command = COMMANDS.find(({ name }) => isPrefix(name.split(" "), args));
  const wantsHelp = args.includes("--help") || args.includes("-h") || args[0] === "help";
  if (wantsHelp || args.length === 0) {
    out(command?.help ?? overview());
    return 0;
  }
  if (command === undefined) {
    err(`veil: unknown command\n\n${overview()}`);
    return 2;
  }
  const report = (error: unknown) =>
    err(`veil ${command.name}: ${String((error as Partial<Error>).message)}\n`);
  let work: ReturnType<Command["prepare"]>;
  try {
    work = command.prepare(args.slice(command.name.split(" ").length));
  } catch (error) {
    report(error);
    return 2;
  }
  try {
    await work(out);
    return 0;
  } catch (error) {
    report(error);
    return error instanceof InputError ? 2 : 1;
  }
}

function isPrefix(words: readonly string[], args: readonly string[]): boolean {
  return words.every((word, at) => args[at] === word);
}

function overview(): string {
  const lines = COMMANDS.map(({ name, summary }) => `  veil ${name.padEnd(17)} ${summary}`);
  return `Usage: veil COMMAND [OPTIONS]

Commands:
${lines.join("\n")}

veil COMMAND --help explains one of them.
`;
}
