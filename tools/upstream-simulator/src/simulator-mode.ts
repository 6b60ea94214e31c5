/**
 * The faults. `reset` resets the connection before the first byte. `hang` sends nothing. `stall`
 * sends headers, then nothing. `stall_in_body` sends half the body, then nothing. `cut` sends half
 * the body, then closes the connection. `garbage` sends 200 with a body that is not JSON.
 * `truncated` sends half a JSON document with the correct length. `wrong_shape` sends JSON of
 * another format. `huge` sends an endless body. `error_event` sends half of a stream, then an
 * error. `garbage_event` sends half of a stream, then an event that is not JSON. Without a stream,
 * both act like `wrong_shape`.
 */
const FAULTS = [
  "reset",
  "hang",
  "stall",
  "stall_in_body",
  "cut",
  "garbage",
  "truncated",
  "wrong_shape",
  "huge",
  "error_event",
  "garbage_event",
] as const;
export type Fault = (typeof FAULTS)[number];

export const STREAM_FAULTS: ReadonlySet<Fault> = new Set(["cut", "error_event", "garbage_event"]);

/** The ways in which models spell placeholders such as `[EMAIL_1]`. */
const SPELLINGS = ["exact", "lower", "spaced", "escaped", "bare"] as const;
export type PlaceholderSpelling = (typeof SPELLINGS)[number];

const FORMS = ["paragraph", "list", "json"] as const;
export type AnswerForm = (typeof FORMS)[number];

export interface SimulatorMode {
  readonly delay_ms?: number;
  readonly pace_ms?: number;
  /**
   * The length of a stream's pieces in UTF-16 code units. Lengths from 1 to 7 split placeholders.
   */
  readonly piece_chars?: number;
  /** The statuses of successive requests, followed by 200. */
  readonly statuses?: readonly number[];
  /** `Retry-After` in seconds, sent with every error status. */
  readonly retry_after?: number;
  readonly fault?: Fault;
  /** The status of the error that `error_event` sends. Default: 529. */
  readonly error_status?: number;
  /**
   * The size of the parts in which a stream's bytes are written. 1 splits every multi-byte
   * character.
   */
  readonly chunk_bytes?: number;
  /** Sends a stream's bytes in two parts, the first of this length. */
  readonly split_at?: number;
  /** Closes the connection after this many bytes of a stream. */
  readonly close_at?: number;
  /**
   * The number of events before the error that `error_event` sends. Default: half of all events.
   */
  readonly error_after?: number;
  /** Ends the lines of a stream with CRLF. */
  readonly crlf?: boolean;
  /** Sends a ping before each event of a stream, or a comment in a format without pings. */
  readonly pings?: boolean;
  /**
   * The form of the answer. By default the prompt selects it ("as JSON", "as a list"), otherwise it
   * is a paragraph.
   */
  readonly form?: AnswerForm;
  readonly placeholders?: PlaceholderSpelling;
  /** Adds links and images at `evil.example`, with placeholders in their URLs. */
  readonly urls?: boolean;
  readonly leak?: boolean;
  readonly echo?: boolean;
  readonly answer?: string;
  /** Makes the answer a refusal of the model. */
  readonly refusal?: boolean;
  /** Adds blocks or fields with thoughts before the answer. */
  readonly thinking?: boolean;
  /** Makes the answer call a tool of the request. */
  readonly tools?: boolean;
  /** The tool calls in the answer to a request with tools. */
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[];
  /** The ids that `GET /v1/models` lists. */
  readonly models?: readonly string[];
}

type Check = (value: unknown) => boolean;

const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isFlag: Check = (value) => typeof value === "boolean";
const isStatus: Check = (value) => isCount(value) && Number(value) >= 200 && Number(value) <= 599;
const isSize: Check = (value) => isCount(value) && value !== 0;
const isText: Check = (value) => typeof value === "string";
const isCall: Check = (value) =>
  typeof value === "object" &&
  value !== null &&
  ["name", "arguments"].every((field) => isText((value as Record<string, unknown>)[field]));
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);

const CHECKS: Readonly<Record<keyof SimulatorMode, Check>> = {
  delay_ms: isCount,
  pace_ms: isCount,
  piece_chars: isSize,
  statuses: (value) => Array.isArray(value) && value.every(isStatus),
  retry_after: isCount,
  fault: oneOf(FAULTS),
  error_status: (value) => isStatus(value) && Number(value) >= 400,
  chunk_bytes: isSize,
  split_at: isCount,
  close_at: isCount,
  error_after: isCount,
  crlf: isFlag,
  pings: isFlag,
  form: oneOf(FORMS),
  placeholders: oneOf(SPELLINGS),
  urls: isFlag,
  leak: isFlag,
  echo: isFlag,
  answer: isText,
  refusal: isFlag,
  thinking: isFlag,
  tools: isFlag,
  calls: (value) => Array.isArray(value) && value.every(isCall),
  models: (value) => Array.isArray(value) && value.every(isText),
};

/** Validates a mode. @throws TypeError when the value is not a mode */
export function parseMode(value: unknown): SimulatorMode {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new TypeError("A mode must be an object");
  for (const [name, setting] of Object.entries(value)) {
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name as keyof SimulatorMode] : undefined;
    if (!check?.(setting)) throw new TypeError(`Setting ${name} is unknown or out of range`);
  }
  return value;
}

const NUMBERS: Readonly<Record<string, (numbers: readonly number[]) => SimulatorMode>> = {
  slow: ([delay_ms = 0]) => ({ delay_ms }),
  pace: ([pace_ms = 0]) => ({ pace_ms }),
  piece: ([piece_chars = 1]) => ({ piece_chars }),
  status: (statuses) => ({ statuses }),
  retry: ([retry_after = 0]) => ({ retry_after }),
  error: ([error_status = 529]) => ({ fault: "error_event", error_status }),
  bytes: ([chunk_bytes = 1]) => ({ chunk_bytes }),
  split: ([split_at = 0]) => ({ split_at }),
  close: ([close_at = 0]) => ({ close_at }),
  after: ([error_after = 0]) => ({ fault: "error_event", error_after }),
};

const FLAGS = [
  ...["urls", "leak", "echo", "crlf", "pings", "refusal", "thinking", "tools"],
] as const satisfies readonly string[];

/**
 * Reads a mode from the words after `sim`, such as `sim-slow-500`, `sim-status-429-200-retry-1` or
 * `sim-lower-urls`. Words without a meaning make a name unique, because each name has a separate
 * sequence of statuses.
 */
export function modeOfModel(model: string): SimulatorMode {
  const [sim, ...words] = model.split("-");
  if (sim !== "sim") return {};
  const settings = words.flatMap((word, at) => {
    if (word === "" || /^\d+$/.test(word)) return [];
    const numbers = words.slice(at + 1);
    const end = numbers.findIndex((next) => !/^\d{1,7}$/.test(next));
    return [settingOf(word, (end === -1 ? numbers : numbers.slice(0, end)).map(Number))];
  });
  return parseMode(Object.assign({}, ...settings));
}

function settingOf(word: string, numbers: readonly number[]): SimulatorMode {
  if (Object.hasOwn(NUMBERS, word)) return NUMBERS[word]?.(numbers) ?? {};
  const fault = FAULTS.find((name) => name.replaceAll("_", "") === word);
  const form = FORMS.find((name) => name === word);
  const placeholders = SPELLINGS.find((name) => name === word);
  if (fault) return { fault };
  if (form) return { form };
  if (placeholders) return { placeholders };
  const flag = FLAGS.find((name) => name === word);
  return flag === undefined ? {} : { [flag]: true };
}
