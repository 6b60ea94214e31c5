import { CODE_KIND, kindsOfThing } from "../../gazetteers/things.ts";
import { precededBy } from "../../text/context.ts";

/** Matches the text before a program version such as "110.0.0.0" (RFC 9110, section 10.1.5). */
const PRODUCT = /[A-Za-z]\/$/;
const VERSION =
  /(?:\bversion|\bv|\brelease|\bbuild|§|\bsection|\babschnitt|\bkapitel|\bchapter|\bclause)\s?$/i;
/** Matches a word for versions near the number: "Upgrade to 7.1.3.2", `"appVersion": "5.4.1.2"`. */
const NEAR_VERSION =
  /(?:version|\bver\b|release|build|firmware|revision|upgrade|update|downgrade|install|patch|package|paket|plugin|driver|treiber)[^\n]{0,24}$/i;
const NEAR = 40;
/**
 * Matches the operator in package requirements (PEP 440, RubyGems, npm): `==1.2.3.4`, `~> 7.1.3.2`,
 * `^1.2.3.4`.
 */
const OPERATOR = /(?:[=<>!~]=|~>|[\^~])\s?["']?$/;
/**
 * Matches the text before a version in package lists and backtraces: "activesupport (7.1.3.2)
 * lib/callbacks.rb:403".
 */
const IN_LIST = /(?:^|\n|, )[ \t*-]{0,8}[a-z][a-z0-9_-]{1,40} \($/;
const BEHIND_IN_LIST = /^\)(?:$|[\r\n,]| [\w./-]{1,80}:\d)/;
/** Matches section numbers (ISO 2145): "1.2.3.4 Scope". */
const SECTION = /^\d(?:\.\d){3}$/;
const LINE_START = /(?:^|\n)[ \t#*]{0,8}$/;
const HEADING = /^\.? \p{Lu}\p{Ll}/u;
/** Matches pre-release suffixes (SemVer 2.0.0, section 9, and PEP 440). */
const PRE_RELEASE = /^[-+.]?(?:alpha|beta|rc|dev|post|pre|snapshot)(?![a-z])/i;
const NAME = /(\p{L}[\p{L}+#]{1,30})[ :]\(?$/u;
const LONGEST_NAME = 34;
const LONGEST_BEHIND = 96;
const SMALL = /^\d(?:\.\d{1,2}){3}$/;
/**
 * Matches what follows only addresses: a port, a prefix length, or the rest of a log line (Common
 * Log Format).
 */
const BEHIND_ADDRESS = /^(?::\d{1,5}(?!\d)|\/\d{1,2}(?!\d)| - )/;
const BEFORE_ADDRESS =
  /(?:\bip|addr|adress|host|server|client|dns|from|\bvon|gateway|route|ping|\/\/|net)[^\n]{0,12}$|\b(?:on|auf|at|bei) $|[@[]$/i;
/** Matches a key that does not name a version: `src=5.41.17.6`. */
const KEY = /(?:^|[^\w-])(?!\w*(?:ver|release|build|revision|firmware))\w[\w-]*=$/i;

/**
 * Returns whether the text between `start` and `end`, which looks like an IPv4 address, is the
 * number of a version or a section. Numbers with small parts are equally often versions and
 * addresses, so for them evidence for an address outweighs evidence for a version.
 */
export function isVersionNumber(text: string, start: number, end: number): boolean {
  if (precededBy(text, start, PRODUCT, 2) || precededBy(text, start, VERSION, 12)) return true;
  const number = text.slice(start, end);
  if (!SMALL.test(number)) return false;
  const behind = text.slice(end, end + LONGEST_BEHIND);
  if (BEHIND_ADDRESS.test(behind) || followsAddressWord(text, start)) return false;
  return (
    precededBy(text, start, NEAR_VERSION, NEAR) ||
    precededBy(text, start, OPERATOR, 4) ||
    PRE_RELEASE.test(behind) ||
    isInList(text, start, behind) ||
    isHeading(text, start, number, behind) ||
    followsProgram(text, start)
  );
}

function followsAddressWord(text: string, start: number): boolean {
  return precededBy(text, start, BEFORE_ADDRESS, 24) || precededBy(text, start, KEY, 24);
}

function isInList(text: string, start: number, behind: string): boolean {
  return BEHIND_IN_LIST.test(behind) && precededBy(text, start, IN_LIST, 56);
}

function isHeading(text: string, start: number, number: string, behind: string): boolean {
  return SECTION.test(number) && HEADING.test(behind) && precededBy(text, start, LINE_START, 10);
}

/** Returns whether the name of a program precedes the number: "Rails 7.1.3.2", "redis:6.2.1.4". */
function followsProgram(text: string, start: number): boolean {
  const [, name = ""] = NAME.exec(text.slice(Math.max(0, start - LONGEST_NAME), start)) ?? [];
  return (kindsOfThing(name) & CODE_KIND) !== 0;
}
