import type { Hit, Recognizer, Span } from "../../finding.ts";
import { endPattern } from "../../text/end-pattern.ts";
import { capturedSpans } from "../../text/spans.ts";
import { wordsOf } from "../labels/label-words.ts";
import { endsClauseAt, isStatement } from "../labels/statements.ts";

const MORE_NETWORKS =
  "insta snap bluesky roblox minecraft fortnite xbox slack figma ebay etsy vinted kleinanzeigen";
const NETWORKS: ReadonlySet<string> = new Set([...wordsOf("network"), ...MORE_NETWORKS.split(" ")]);
const SIGNED_IN = ["angemeldet", "eingeloggt", "registriert"];
const NAME = "([a-z][a-z\\d]*(?:[._-]{1,2}[a-z\\d]+)*)(?![\\p{L}\\d_@-])";
const ON = `(?: (?:on|to|in|auf|bei|im) (?:the )?(?:${[...NETWORKS].join("|")})| online)`;
/**
 * Matches "logged in as fernandlantern", "signed up to Figma as crumpetlord" and "known online as
 * bowlsdeep".
 */
const AS = new RegExp(
  `^(?:(?:log|sign|go)\\p{L}*(?: in| on| up)(?: (?:to|on|at) (?:the )?[\\p{L}\\d.]{2,20})?|(?:post|known|stream|play|chat|writ|comment)\\p{L}*${ON}) as ${NAME}`,
  "diu",
);
/** Matches "Meld dich als polier_hp an". */
const MELDE = new RegExp(`^meld\\p{L}* (?:\\p{L}{2,5} ){1,3}als ${NAME} an(?!\\p{L})`, "diu");
/** Matches the words before "angemeldet" in "als dispo_nord angemeldet". */
const ALS = endPattern(/(?:^|[^\p{L}])als [a-z][a-z\d._-]+ $/u);
/**
 * Matches a name after the name of a network: "on Mastodon as thandi_writes", "auf Twitch heißt er
 * kabelsalat", "Im Slack heisst der Chef gletscherfloh".
 */
const CALLED = new RegExp(
  `^\\p{L}+(?:,? (?:he|she|er|sie|ich))?(?: is| am| ist| bin)? (?:as|als|called|named|heißt|heisst)(?: (?:der|die|er|sie|ich))?(?: \\p{Lu}\\p{Ll}+)? ${NAME}`,
  "du",
);
const IS = new RegExp(
  `^\\p{L}+,? (?:s?he|I|er|sie|ich)(?: is| am| ist| bin|['’]s|['’]m) ${NAME}`,
  "du",
);
const VERBS = `log logs logged logging sign signs signed signing go goes going post posts posted posting known streams
  streaming plays playing chats writes comments melde meld meldet`;
const BEFORE = 48;
const BEHIND = 96;
const SHORTEST = 5;
const HANDLE = /[\d_.]/;

/**
 * Recognizes account names by the phrase around them. The recognizers in `labels/` find account
 * names after a label.
 */
export const accountPhrase: Recognizer = {
  name: "account-phrase",
  type: "USERNAME",
  triggers: [...VERBS.split(/\s+/), ...SIGNED_IN, ...NETWORKS],
  find({ text }, triggeredAt) {
    const hits: Hit[] = [];
    for (const at of triggeredAt) {
      const name = nameAt(text, at);
      // Both "posts" and "Reddit" trigger a search in "posts on Reddit as ...".
      if (name !== undefined && name.start >= (hits.at(-1)?.end ?? 0))
        hits.push({ ...name, confidence: 0.6 });
    }
    return hits;
  },
};

function nameAt(text: string, at: number): Span | undefined {
  const after = text.slice(at, at + BEHIND);
  const word = /^\p{L}+/u.exec(after)?.[0]?.toLowerCase() ?? "";
  if (NETWORKS.has(word))
    return (
      endingName(text, capturedSpans(CALLED, after, at)[0]) ??
      handle(text, capturedSpans(IS, after, at)[0])
    );
  if (SIGNED_IN.includes(word)) return named(text, nameBefore(text, at));
  return (
    named(text, capturedSpans(MELDE, after, at)[0]) ??
    endingName(text, capturedSpans(AS, after, at)[0])
  );
}

function nameBefore(text: string, at: number): Span | undefined {
  if (!ALS.test(text.slice(Math.max(0, at - BEFORE), at))) return undefined;
  return { start: text.lastIndexOf(" ", at - 2) + 1, end: at - 1 };
}

function named(text: string, name: Span | undefined): Span | undefined {
  if (name === undefined || name.end - name.start < SHORTEST) return undefined;
  return isStatement(text.slice(name.start, name.end)) ? undefined : name;
}

/** Accepts only a name with a digit, underscore or dot, as most handles have. */
function handle(text: string, name: Span | undefined): Span | undefined {
  if (name === undefined || !HANDLE.test(text.slice(name.start, name.end))) return undefined;
  return named(text, name);
}

function endingName(text: string, name: Span | undefined): Span | undefined {
  if (name === undefined || !endsClauseAt(text, name.end)) return handle(text, name);
  return named(text, name);
}
