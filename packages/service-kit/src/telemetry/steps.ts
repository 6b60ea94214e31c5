/** A part of a request. Its times are those of `performance.now()`. */
export interface RequestStep {
  readonly name: string;
  /** `call`: contains a call to another service. `own`: only this service's work. */
  readonly kind: "call" | "own";
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly isFailed: boolean;
  /** What a trace may state about the step. */
  readonly attributes: Attributes;
}

type Attributes = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** Keeps when the steps of a request began and ended. */
export interface Steps {
  run<T>(name: string, kind: RequestStep["kind"], work: () => Promise<T>): Promise<T>;
  /** Begins a step that ends when the returned function is called, or with the request. */
  begin(name: string, kind: RequestStep["kind"]): (isFailed?: boolean) => void;
  /** Sets what a trace may state about a step. It is called only if there is a trace. */
  describe(name: string, attributes: () => Attributes): void;
  /** Notes how long a party outside of the system took. */
  waitedOutside(ms: number): void;
  /** Undefined if no party outside of the system took part. */
  readonly outsideMs: number | undefined;
  /** Returns all steps. Those that have not ended are failed steps that end now. */
  all(): readonly RequestStep[];
}

interface OpenStep extends Pick<RequestStep, "name" | "kind" | "startedAtMs"> {
  end?: Pick<RequestStep, "endedAtMs" | "isFailed">;
}

export function createSteps(nowMs = () => performance.now()): Steps {
  const steps: OpenStep[] = [];
  const described = new Map<string, () => Attributes>();
  let outsideMs: number | undefined;

  function begin(name: string, kind: RequestStep["kind"]) {
    const step: OpenStep = { name, kind, startedAtMs: nowMs() };
    steps.push(step);
    return (isFailed = false) => {
      step.end ??= { endedAtMs: nowMs(), isFailed };
    };
  }

  return {
    begin,
    async run(name, kind, work) {
      const end = begin(name, kind);
      try {
        const result = await work();
        end();
        return result;
      } catch (error) {
        end(true);
        throw error;
      }
    },
    describe: (name, attributes) => void described.set(name, attributes),
    waitedOutside(ms) {
      outsideMs = (outsideMs ?? 0) + ms;
    },
    get outsideMs() {
      return outsideMs;
    },
    all: () =>
      steps.map(({ end = { endedAtMs: nowMs(), isFailed: true }, ...step }) => ({
        ...{ ...step, ...end },
        attributes: described.get(step.name)?.() ?? {},
      })),
  };
}

/** Runs work as a step, or only runs it if there are no steps to keep. */
export function runStep<T>(
  steps: Steps | undefined,
  [name, kind]: readonly [name: string, kind: RequestStep["kind"]],
  work: () => Promise<T>,
): Promise<T> {
  return steps === undefined ? work() : steps.run(name, kind, work);
}
