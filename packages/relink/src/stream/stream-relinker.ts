import {
  firstPlace,
  LONGEST_PLACEHOLDER,
  type PlaceholderEntry,
  replaceSpans,
} from "@veil/pii/relink";
import type { Span } from "@veil/pii/spans";
import { isBlank } from "../read-runs.ts";
import type { ValueSlot } from "../view.ts";
import { AnswerReading } from "./answer-reading.ts";
import type { Segment } from "./segment.ts";
import { LONGEST_RUN, Segmenter } from "./segmenter.ts";
import { SlotReader } from "./slot-reader.ts";

export interface StreamRelinkRequest {
  readonly entries: readonly PlaceholderEntry[];
}

/**
 * Restores values in the text blocks of one answer while it arrives. The methods return texts that
 * the caller can send on: the first belongs to the oldest block that was not sent completely, and
 * each further text ends that block and begins the next.
 */
export interface StreamRelinker {
  push(text: string): readonly string[];
  /** Ends a block. The next block, if there is one, continues the text, as in the joined blocks. */
  endBlock(): readonly string[];
  /** Ends the answer. */
  end(): readonly string[];
  /** The numbers of the request's placeholders so far, counted as in `relinkAnswer`. */
  readonly counts: { readonly restored: number; readonly left: number };
}

/**
 * Creates a relinker for text answers without hosts. It restores only what `relinkAnswer` restores,
 * to the same values, wherever the text is cut. It holds back the current run: at most
 * `LONGEST_RUN` units, and a margin in which a placeholder may end.
 */
export function createStreamRelinker({ entries }: StreamRelinkRequest): StreamRelinker {
  return entries.length === 0 ? AS_IT_IS : new Stream(entries);
}

const AS_IT_IS: StreamRelinker = {
  push: (text) => [text],
  endBlock: () => ["", ""],
  end: () => [""],
  counts: { restored: 0, left: 0 },
};

/**
 * Returns the places in the joined blocks at which a stream restores the placeholders of an answer.
 */
export function placesInStream(
  blocks: readonly string[],
  entries: readonly PlaceholderEntry[],
): ReadonlySet<number> {
  const stream = new Stream(entries);
  for (const [index, block] of blocks.entries()) {
    stream.push(block);
    if (index === blocks.length - 1) stream.end();
    else stream.endBlock();
  }
  return stream.places;
}

class Stream implements StreamRelinker {
  readonly places = new Set<number>();
  readonly #answer = new AnswerReading();
  readonly #segmenter = new Segmenter();
  readonly #slots: SlotReader;
  #left = 0;
  /** The text of all blocks that has not been decided. */
  #held = "";
  /** The place of the held text in the answer. */
  #at = 0;
  /**
   * The length of the held text that was sent: the text before its first placeholder, and blocks
   * that ended without one.
   */
  #sent = 0;
  /** The ends of blocks in the held text. */
  #ends: number[] = [];
  /** The ends of blocks that were not sent completely. */
  #waiting: number[] = [];
  /** Whether the held text begins inside a run. */
  #isInRun = false;
  #output = [""];

  constructor(entries: readonly PlaceholderEntry[]) {
    this.#slots = new SlotReader(entries);
  }

  get counts(): StreamRelinker["counts"] {
    return { restored: this.places.size, left: this.#left };
  }

  push(text: string): readonly string[] {
    this.#held += text;
    this.#drain(false);
    // Only placeholders, and the text after them, depend on text that has not arrived yet.
    this.#send(firstPlace(this.#held, this.#sent), []);
    return this.#taken();
  }

  endBlock(): readonly string[] {
    const end = this.#held.length;
    // Empty blocks between two others change nothing.
    if (this.#ends.at(-1) !== end) this.#ends.push(end);
    this.#waiting.push(end);
    // The text that follows a run affects only the placeholders of the run.
    if (this.#slots.readPlain(this.#held.slice(this.#sent)).length === 0) this.#send(end, []);
    return this.#taken();
  }

  end(): readonly string[] {
    this.#drain(true);
    return this.#taken();
  }

  #taken(): readonly string[] {
    const output = this.#output;
    this.#output = [""];
    return output;
  }

  #drain(isWhole: boolean): void {
    while (this.#held !== "") {
      const cut = this.#segmenter.next(this.#held, isWhole);
      if (cut === undefined) return;
      if (cut.kind === "part") this.#passPart();
      else {
        const found = this.#slots.read(this.#held, cut.end, isWhole);
        if (found === undefined) return;
        if (!found.isSure) this.#answer.refuse();
        this.#passRun(cut.end, found.slots);
      }
    }
  }

  #passRun(end: number, slots: readonly ValueSlot[]): void {
    const { parts, isCut } = partsOf(
      { text: this.#held.slice(0, end), slots },
      this.#endsIn(-1, end),
    );
    const run = { text: this.#held.slice(0, end), slots };
    const isLeft = this.#isInRun || isCut || slots.length === 0;
    if (isLeft) this.#answer.leave(run, parts);
    const allowed = isLeft ? NONE : this.#answer.decide(run, parts);
    const restored = slots.filter((slot) => allowed.has(slot));
    for (const slot of restored) this.places.add(this.#at + slot.start);
    this.#left += slots.length - restored.length;
    this.#send(end, restored);
    this.#passBlanks(end);
    this.#isInRun = false;
  }

  #passBlanks(start: number): void {
    const end = this.#blanksAfter(start);
    const blanks = plain(this.#held.slice(start, end));
    const ends = this.#endsIn(start, end).map((at) => at - start);
    this.#answer.leave(blanks, partsOf(blanks, ends).parts);
    this.#send(end, []);
    this.#drop(end);
  }

  /**
   * Passes the beginning of a run that is too long. If it contains a placeholder, nothing after it
   * is restored, because the effect of its value on later text is not tracked.
   */
  #passPart(): void {
    const end = LONGEST_RUN - LONGEST_PLACEHOLDER;
    const found = this.#slots.readPart(this.#held.slice(0, LONGEST_RUN));
    if (found.length > 0) this.#answer.refuse();
    this.#left += found.filter(({ start }) => start < end).length;
    const run = plain(this.#held.slice(0, end));
    this.#answer.leave(run, partsOf(run, this.#endsIn(-1, end)).parts);
    this.#send(end, []);
    this.#drop(end);
    this.#isInRun = true;
  }

  #endsIn(after: number, until: number): readonly number[] {
    return this.#ends.filter((at) => at > after && at <= until);
  }

  #send(end: number, restored: readonly ValueSlot[]): void {
    const later = this.#waiting.findIndex((blockEnd) => blockEnd > end);
    const ended = this.#waiting.splice(0, later === -1 ? this.#waiting.length : later);
    for (const blockEnd of ended) {
      this.#sendTo(blockEnd, restored);
      this.#output.push("");
    }
    this.#sendTo(end, restored);
  }

  #sendTo(end: number, restored: readonly ValueSlot[]): void {
    const start = this.#sent;
    if (end <= start) return;
    const own = slotsIn(restored, { start, end });
    const text = replaceSpans(this.#held.slice(start, end), own, ({ value }) => value);
    this.#output.push((this.#output.pop() ?? "") + text);
    this.#sent = end;
  }

  #blanksAfter(end: number): number {
    let blanks = end;
    while (blanks < this.#held.length && isBlank(this.#held.charCodeAt(blanks))) blanks += 1;
    return blanks;
  }

  #drop(end: number): void {
    this.#slots.pass(this.#held.slice(0, end));
    this.#held = this.#held.slice(end);
    this.#at += end;
    this.#sent = Math.max(0, this.#sent - end);
    this.#ends = this.#endsIn(end, Number.POSITIVE_INFINITY).map((at) => at - end);
    this.#waiting = this.#waiting.map((at) => at - end);
    this.#segmenter.restart();
  }
}

const NONE: ReadonlySet<ValueSlot> = new Set();

function plain(text: string): Segment {
  return { text, slots: [] };
}

function slotsIn(slots: readonly ValueSlot[], { start, end }: Span): readonly ValueSlot[] {
  return slots
    .filter((slot) => slot.start >= start && slot.end <= end)
    .map((slot) => ({ ...slot, start: slot.start - start, end: slot.end - start }));
}

/**
 * Returns the part of a segment in each block. `isCut` is true if a placeholder is in two blocks.
 */
function partsOf({ text, slots }: Segment, ends: readonly number[]) {
  const cuts = [...ends, text.length];
  const parts = cuts.map((end, index) => {
    const place = { start: cuts[index - 1] ?? 0, end };
    return { text: text.slice(place.start, end), slots: slotsIn(slots, place) };
  });
  return { parts, isCut: parts.flatMap((part) => part.slots).length < slots.length };
}
