import type { Finding } from "../../finding.ts";
import { capturedSpans } from "../../text/spans.ts";

/** Unix commands that name an account. They match only in lower case, as people type them. */
export const ACCOUNT_COMMANDS: readonly string[] = [
  ...["useradd", "adduser", "usermod", "userdel", "chpasswd", "htpasswd"],
];
/**
 * Matches the text before a command: a prompt, the number of a history entry, or another command.
 */
const BEFORE = /(?:^|[\n;&|$#>]\s?|\d\s{1,4}|\bsudo )$/;
const NAME = /^[a-z][\w.-]{1,31}$/;
/** Matches the text before the command in "echo 'name:secret' | chpasswd". */
const PIPED = /echo ["']?([a-z][\w.-]{1,31}):([^\s"'|]{4,64})["']? ?\| ?(?:sudo )?$/d;
const HTPASSWD = /^htpasswd(?: -\w+)+ \S+ ([A-Za-z][\w.-]{1,31}) ["']?([^\s"']{4,64})/d;
const LONGEST_ECHO = 140;

/**
 * Returns the account named by the command at `at`, and its password if the command contains it.
 * `line` is the text from the command to the end of its line.
 */
export function accountsOf(
  text: string,
  at: number,
  command: string,
  line: string,
): readonly Finding[] {
  const before = text.slice(Math.max(0, at - LONGEST_ECHO), at);
  if (!BEFORE.test(before)) return [];
  if (command === "chpasswd") return pairOf(PIPED, before, at - before.length);
  if (command === "htpasswd") return pairOf(HTPASSWD, line, at);
  return namedAccount(at, command, line);
}

/**
 * Returns the last word as the account. After "adduser", returns the first word instead, because
 * that command may also name a group.
 */
function namedAccount(at: number, command: string, line: string): readonly Finding[] {
  const [call = ""] = line.split(" &&");
  const words = call.trimEnd().split(" ");
  const isName = (word: string) => NAME.test(word) && word !== command;
  const index = command === "adduser" ? words.findIndex(isName) : words.length - 1;
  const name = words[index] ?? "";
  if (!isName(name)) return [];
  const start = at + words.slice(0, index).join(" ").length + 1;
  return [finding(start, start + name.length, "USERNAME")];
}

function pairOf(pattern: RegExp, text: string, offset: number): readonly Finding[] {
  const [name, secret] = capturedSpans(pattern, text, offset);
  if (name === undefined || secret === undefined) return [];
  return [finding(name.start, name.end, "USERNAME"), finding(secret.start, secret.end, "SECRET")];
}

function finding(start: number, end: number, type: Finding["type"]): Finding {
  return { start, end, type, confidence: 0.8, recognizer: "shell-credentials" };
}
