import type { Hit } from "../../finding.ts";
import type { Doc } from "../../text/document.ts";

/** The formats that services publish for secret scanning, each with its own prefix. */
const KEYS = new RegExp(
  `(?:${[
    "eyJ[\\w-]{8,4096}\\.[\\w-]{8,8192}(?:\\.[\\w-]{0,4096})?", // JSON Web Token, RFC 7519
    "A(?:KIA|SIA|GPA|IDA|ROA|NPA)[A-Z0-9]{16}", // AWS
    "gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\\w{22,255}", // GitHub
    "glpat-[\\w-]{20,64}", // GitLab
    "xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-[A-Za-z0-9-]{20,250}", // Slack
    "(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{16,247}|whsec_[A-Za-z0-9+/=]{24,64}", // Stripe
    "sk-(?:[A-Za-z0-9_-]{20,250}|(?=(?:[A-Za-z_-]*\\d){3})[A-Za-z0-9_-]{12,19})", // OpenAI, Anthropic
    "AIza[\\w-]{35}|GOCSPX-[\\w-]{24,40}|ya29\\.[\\w-]{20,512}", // Google
    "SG\\.[\\w-]{16,32}\\.[\\w-]{32,64}", // SendGrid
    "npm_[A-Za-z0-9]{36}|pypi-[\\w-]{50,250}|hf_[A-Za-z0-9]{30,64}|dop_v1_[0-9a-f]{64}",
    "(?:svc|gw_live)_[A-Za-z0-9]{57}",
    "\\d{8,10}:[\\w-]{35}", // Telegram
  ].join("|")})(?![A-Za-z0-9_])`,
  "y",
);
const LITERALS = ["AKIA", "ASIA", "glpat-"];
const MIN_RUN = 10;
const REACH = 64;

export function keysIn({ text, codes: { starts, ends } }: Doc): Hit[] {
  const hits: Hit[] = [];
  let free = 0;
  for (let index = 0; index < starts.length; index += 1) {
    const run = starts[index] ?? 0;
    if ((ends[index] ?? 0) - run < MIN_RUN || run < free) continue;
    const start = tokenStart(text, run, Math.max(free, run - REACH));
    KEYS.lastIndex = start;
    if (!KEYS.test(text)) continue;
    free = KEYS.lastIndex;
    hits.push({ start, end: free, confidence: 0.95 });
  }
  for (const literal of LITERALS) hits.push(...literalKeysIn(text, literal));
  return hits;
}

function literalKeysIn(text: string, literal: string): Hit[] {
  const hits: Hit[] = [];
  for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at + literal.length)) {
    KEYS.lastIndex = at;
    if (/\w/.test(text.charAt(at - 1)) || !KEYS.test(text)) continue;
    if (!/\d/.test(text.slice(at, KEYS.lastIndex)))
      hits.push({ start: at, end: KEYS.lastIndex, confidence: 0.9 });
  }
  return hits;
}

function tokenStart(text: string, run: number, floor: number): number {
  let start = run;
  while (start > floor && /[\w.-]/.test(text.charAt(start - 1))) start -= 1;
  return start;
}
