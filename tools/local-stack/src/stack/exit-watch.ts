import type { ChildExit } from "../process/child-exit.ts";
import type { UnexpectedExit } from "./stack.ts";

interface ExitWatchOptions {
  readonly onLog: (line: string) => void;
  readonly logsOf: (name: string) => string;
  readonly stop: () => Promise<void>;
}

const LAST_LINES = 12;

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

  /** Makes all later exits count as expected. */
  close(): void {
    this.#closed = true;
  }

  /** Reports only the first exit, because later exits are its consequence. */
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
