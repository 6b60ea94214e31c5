type Step = () => void | Promise<void>;

/** Runs clean-up steps in reverse order. Every step runs, even if an earlier step fails. */
export class CleanUp {
  readonly #steps: { readonly what: string; readonly step: Step }[] = [];
  readonly #onFailure: (line: string) => void;
  #running: Promise<void> | undefined;

  constructor(onFailure: (line: string) => void) {
    this.#onFailure = onFailure;
  }

  /**
   * Adds a step, or runs it at once when the clean-up has already begun. @throws Error in the
   * second case
   */
  async add(what: string, step: Step): Promise<void> {
    if (this.#running === undefined) {
      this.#steps.push({ what, step });
      return;
    }
    await this.#take(what, step);
    throw new Error("The stack was stopped while it was starting");
  }

  run(): Promise<void> {
    this.#running ??= this.#takeAll();
    return this.#running;
  }

  async #takeAll(): Promise<void> {
    for (const { what, step } of this.#steps.reverse()) await this.#take(what, step);
  }

  async #take(what: string, step: Step): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.#onFailure(`could not clean up ${what}: ${(error as Error).message}`);
    }
  }
}
