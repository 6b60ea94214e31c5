import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { GRACE_SECONDS_MAX } from "@veil/contracts/public/keys";
import { VerificationError } from "@veil/crypto";
import { parsePin, parseVkey } from "@veil/veil/verifier";
import { integer } from "../program/leaf.ts";

/** Options that several commands share. */
export const LANGUAGE = new Option(
  "--language <LANGUAGE>",
  "of the text; detected without it",
).choices(["en", "de"] as const);

export const FAMILY = new Option(
  "--family <FAMILY>",
  "svc: native; gw_live: also for the SDK endpoints",
).choices(["svc", "gw_live"]);

export const KEY_CLASS = new Option(
  "--class <CLASS>",
  "developer: SDK endpoints only, placeholders stay",
).choices(["standard", "developer"]);

export const GRACE = new Option(
  "--grace-seconds <SECONDS>",
  "how long the old key stays valid; 3600 without it, 0: it ends at once",
).argParser(integer(0, GRACE_SECONDS_MAX));

export const OUTPUT = new Option(
  "--output <FILE>",
  "write the key into this new file, mode 0600; not to the terminal",
);

/** Returns a new option for each command, because `makeOptionMandatory` changes it. */
export const TIER = () =>
  new Option("--tier <TIER>", "of the customer").choices(["free", "pro", "enterprise"]);

export const LIMIT = new Option("--limit <COUNT>", "of a page; 50 without it").argParser(
  integer(1, 200),
);

export const CURSOR = new Option(
  "--cursor <CURSOR>",
  "the next_cursor of the page before",
).argParser((text) => {
  if (/^[A-Za-z0-9_-]{1,128}$/.test(text)) return text;
  throw new InvalidArgumentError("Use the next_cursor of the page before.");
});

/** Returns a new option for each command, because `makeOptionMandatory` changes it. */
export const PINS = () =>
  new Option("--pin <KEY_ID:HEX>", "key that signed the manifest; several times")
    .argParser(several(keyParser(parsePin)))
    .makeOptionMandatory();

export const WITNESSES = new Option(
  "--witness <NAME+ID+KEY>",
  "witness of the log; several times",
).argParser(several(keyParser(parseVkey)));

/** Converts a parser of public keys to an option's parser. */
export function keyParser<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      throw new InvalidArgumentError(`${error.message}.`);
    }
  };
}

/** Converts a parser to the parser of an option that may be repeated. */
export function several<T>(parse: (text: string) => T) {
  return (text: string, before: readonly T[] = []): readonly T[] => [...before, parse(text)];
}
