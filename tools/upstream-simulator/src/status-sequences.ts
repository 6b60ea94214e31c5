/**
 * The positions in all sequences of statuses, by name. After the end of a sequence, every status is
 * 200.
 */
export class StatusSequences {
  readonly #used = new Map<string, number>();

  next(name: string, statuses: readonly number[]): number {
    const at = this.#used.get(name) ?? 0;
    this.#used.set(name, at + 1);
    return statuses[at] ?? 200;
  }

  restart(): void {
    this.#used.clear();
  }
}
