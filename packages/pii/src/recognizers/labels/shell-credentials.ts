import type { Finding, Span } from "../../finding.ts";
import { capturedSpans } from "../../text/spans.ts";
import { ACCOUNT_COMMANDS, accountsOf } from "./account-commands.ts";

/** Words in command lines after which account names and passwords may follow. */
export const SHELL_COMMANDS = [
  "curl",
  "wget",
  "mysql",
  "mysqldump",
  "mysqladmin",
  "mariadb",
  "sshpass",
  "ansible",
  "login",
  "psql",
  "authorization",
  "ssh",
  "scp",
  "sftp",
  "rsync",
  ...ACCOUNT_COMMANDS,
];
const LONGEST = 240;
const PAIR = /[ ]--?u(?:ser)?[ =]?["']?(?!https?:)([^\s:"'“$]{2,64}):([^\s"'”]{3,128})/dy;
const BASIC =
  /uthorization["']?\s{0,2}[:=]\s{0,2}["']?(?:basic|token|digest|apikey)\s+([\w+/=.~-]{8,512})/diy;
const USER = /[ ]-(?:u|U)[ ]?["']?(?!https?:|origin\b)([A-Za-z][\w.\\-]{1,63})/dy;
const JOINED_PASSWORD = /[ ]-p["']?([^\s"'$<]{4,64})/dy;
const PASSWORD = /[ ]-p[ ]?["']?([^\s"'$<]{4,64})/dy;
const LOGIN =
  /(?<=[ ])(?!(?:git|root|ubuntu|debian|centos|admin|ec2-user|user|username|deploy|pi|vagrant)@)([A-Za-z][\w.-]{1,31})@(?=[\w[])/g;
const REMOTE = /^(?:ssh|scp|sftp|rsync|sshpass)$/i;
const SPACED = /^(?:sshpass|login)$/i;
const MIXED = /\D.*\d|\d.*\D|[!@#%^&*?~+=_.].*\p{L}|\p{L}.*[!@#%^&*?~+=_.]/u;

/**
 * Finds account names and passwords in command lines: "curl -u name:secret", "mysql -u name
 * -psecret", "Authorization: Basic ...". The rest of a line is read once, even if it contains
 * another command.
 */
export function shellCredentials(text: string, commands: readonly number[]): readonly Finding[] {
  const findings: Finding[] = [];
  let free = 0;
  for (const at of commands) {
    const command = /^\p{L}+/u.exec(text.slice(at, at + 16))?.[0] ?? "";
    if (/^authorization$/i.test(command))
      findings.push(...partsOf(BASIC, text, at + 1, ["SECRET"]));
    if (at < free) continue;
    const line = text.slice(at, lineEnd(text, at));
    free = at + line.length;
    if (REMOTE.test(command)) findings.push(...loginsIn(line, at));
    if (ACCOUNT_COMMANDS.includes(command)) findings.push(...accountsOf(text, at, command, line));
    for (let option = line.indexOf(" -"); option !== -1; option = line.indexOf(" -", option + 1))
      findings.push(...optionAt(text, at + option, command));
  }
  return findings;
}

/** Returns the account names in arguments such as "anna@host". */
function loginsIn(line: string, at: number): readonly Finding[] {
  return Array.from(line.matchAll(LOGIN), ({ index, 1: name = "" }) => ({
    start: at + index,
    end: at + index + name.length,
    type: "USERNAME",
    confidence: 0.8,
    recognizer: "shell-credentials",
  }));
}

function optionAt(text: string, at: number, command: string): readonly Finding[] {
  const pair = partsOf(PAIR, text, at, ["USERNAME", "SECRET"]);
  if (pair.length > 0) return isNumber(text, pair[0]) ? [] : pair;
  const user = partsOf(USER, text, at, ["USERNAME"]);
  if (user.length > 0)
    return /^(?:USER|root)/.test(text.slice(user[0]?.start, user[0]?.end)) ? [] : user;
  const pattern = SPACED.test(command) ? PASSWORD : JOINED_PASSWORD;
  return partsOf(pattern, text, at, ["SECRET"]).filter(
    ({ start, end: last }) => command === "sshpass" || MIXED.test(text.slice(start, last)),
  );
}

function partsOf(
  pattern: RegExp,
  text: string,
  at: number,
  types: readonly Finding["type"][],
): readonly Finding[] {
  pattern.lastIndex = at;
  return capturedSpans(pattern, text, 0).flatMap((span, index) => {
    const type = types[index];
    return type === undefined
      ? []
      : [{ ...span, type, confidence: 0.8, recognizer: "shell-credentials" }];
  });
}

/**
 * Returns whether the name is a number or a placeholder. In "-u 1000:1000", the numbers are the
 * user and the group of a container.
 */
function isNumber(text: string, name: Span | undefined): boolean {
  return (
    name === undefined ||
    /^(?:\d+|USER(?:NAME)?|user(?:name)?|name)$/.test(text.slice(name.start, name.end))
  );
}

function lineEnd(text: string, at: number): number {
  const feed = text.slice(at, at + LONGEST).search(/[\n|;]/);
  return at + (feed === -1 ? LONGEST : feed);
}
