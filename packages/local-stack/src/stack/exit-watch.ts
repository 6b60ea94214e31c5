import type { ChildExit } from "../process/child-exit.ts";
import type { UnexpectedExit } from "./stack.ts";

interface ExitWatchOptions {
  readonly onLog: (line: string) => void;
  /** What the process wrote. */
  readonly logsOf: (name: string) => string;
  /** Ends the stack. */
  readonly stop: () => Promise<void>;
}

const LAST_LINES = 12;

/** Reports the first end that nobody asked for, and ends the stack because of it. */
export class ExitWatch {
  readonly #options: ExitWatchOptions;
  #closed = false;
  #resolve: (exit: UnexpectedExit) => void = () => undefined;
  /** Resolves after the stack has stopped. */
  readonly exited: Promise<UnexpectedExit>;

  constructor(options: ExitWatchOptions) {
    this.#options = options;
    this.exited = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** From now on ends are expected. */
  close(): void {
    this.#closed = true;
  }

  /** Call with every end that was not asked for; only the first counts, the others follow from it. */
  readonly report = (name: string, { code, signal }: ChildExit): void => {
    if (this.#closed) return;
    this.close();
    const { onLog, logsOf, stop } = this.#options;
    onLog(`${name} ended ${signal === null ? `with exit code ${code}` : `by ${signal}`}`);
    for (const line of logsOf(name).trimEnd().split("\n").slice(-LAST_LINES))
      onLog(`  ${name}: ${line}`);
    void stop().then(() => this.#resolve({ service: name, code, signal }));
  };
}
