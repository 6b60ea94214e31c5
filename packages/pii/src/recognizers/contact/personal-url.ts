import type { Hit, Recognizer, Span } from "../../finding.ts";
import { findLabels } from "./labels.ts";
import { findUrls } from "./urls.ts";

const PROFILE = new RegExp(
  `^(?:https?://)?(?:[a-z]{2,3}\\.|www\\.|mobile\\.)?(?:${[
    "linkedin\\.com/(?:in|pub)/[^/?#]+",
    "xing\\.com/profile/[^/?#]+",
    "(?:facebook|fb|instagram|twitter|x|threads|snapchat|pinterest|vk|soundcloud|patreon|venmo|github|gitlab|keybase|letterboxd|strava)\\.com/@?(?!(?:about|features|search|explore|hashtag|login|signup|privacy|terms|help|home|settings|pricing|topics|sponsors|marketplace|orgs|share|sharer(?:\\.php)?|intent|watch|groups|events|pages|legal|policies|p|i)/?$)[\\w.-]{2,50}/?$",
    "(?:facebook\\.com/(?:people/|profile\\.php\\?id=)|t\\.me/|wa\\.me/|paypal\\.me/|cash\\.app/\\$)[^/?#]{2}",
    "(?:youtube|tiktok|medium|threads|flickr)\\.(?:com|net)/(?:@|people/|c/|user/)[^/?#]{2}",
    "reddit\\.com/(?:u|user)/[^/?#]{2}",
    "orcid\\.org/\\d{4}-",
    "[^/]+/(?:~|(?:users?|members?|profiles?|people|persons?|author|u)/(?=[^/]*[A-Za-z]{3})(?!(?:me|self|new|edit|list|login|guide|manual|settings|signup|sign_in|index|all|search)\\b))[^/?#]{2,}",
  ].join("|")})`,
  "i",
);
const HOST_ONLY =
  /^(?:https?:\/\/)?(?:www\.)?((?!www\.)(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24})\/?$/i;
const PUBLIC_HOST =
  /(?:^|\.)(?:example|localhost|local|internal|test|invalid|lan|svc|corp)(?:\.[a-z]{2,3})?$|^(?:accounts?|api|apis|docs?|developers?|registry|cdn|static|assets|img|raw|app|auth|login|status|support|help|mail|smtp|packages?|repo|mirror|schemas?|xmlns|ns|json|dev|staging|stage|prod|test)\d?\.|(?:^|\.)(?:w3|ietf|iso|ieee|wikipedia|wikimedia|mozilla|apache|gnu|python|nodejs|npmjs|yarnpkg|pypi|rust-lang|golang|kernel|debian|ubuntu|docker|kubernetes|github|gitlab|githubusercontent|bitbucket|google|googleapis|gstatic|microsoft|apple|amazon|amazonaws|azure|windows|cloudflare|facebook|twitter|x|instagram|linkedin|youtube|reddit|stackoverflow|stackexchange|openai|anthropic|huggingface|oracle|ibm|adobe|mysql|postgresql|mongodb|redis|nginx|elastic|grafana|prometheus|schema|json-schema|xmlsoap|opengis|purl|bbc|nytimes|cnn|yahoo|bing|ebay|netflix|paypal|stripe|slack|zoom|whatsapp|tiktok|medium|wordpress|jquery|unpkg|jsdelivr|bootstrapcdn|fontawesome|vercel|netlify|heroku|deno|go|java|spring|maven|gradle|android|creativecommons|opensource|sourceforge)\.(?:com|org|net|io|dev|ai|app|co|edu|gov|int)(?:\.[a-z]{2})?$|\.(?:gov|mil|edu|int)(?:\.[a-z]{2})?$/i;
const WEBSITE =
  /^(?:(?:my|personal|private)[_-]?)?(?:web-?site|web-?seite|home-?page|web|blog|portfolio|internet|internetseite|linkedin|xing|facebook|profil(?:e|seite)?)$/;
const SITE =
  /(?:https?:\/\/)?(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}(?:\/[^\s<>"'`\\^{}|,;]{0,200})?/iy;
const ANCHORS = ["www.", ".com/", "t.me/", ".me/"] as const;
const CHUNK_END = /[^\s<>"'`\\^{}|,;()]+/y;

/**
 * Recognizes URLs of profiles, user folders (`/~anna`, `/users/anna`), and bare hosts that are not
 * well known.
 */
export const personalUrl: Recognizer = {
  name: "personal-url",
  type: "URL",
  needs: ".:/",
  find({ text }) {
    const bare = ANCHORS.flatMap((anchor) => withoutScheme(text, anchor));
    const hits = [...findUrls(text), ...bare].flatMap((span) => judged(text, span));
    return [...hits, ...labeled(text)];
  },
};

function judged(text: string, span: Span): Hit[] {
  const url = text.slice(span.start, Math.min(span.end, span.start + 300));
  if (PROFILE.test(url)) return [{ ...span, confidence: 0.85 }];
  const host = HOST_ONLY.exec(url)?.[1];
  if (host === undefined || PUBLIC_HOST.test(host)) return [];
  return [{ ...span, confidence: 0.5 }];
}

function withoutScheme(text: string, anchor: string): Span[] {
  const found: Span[] = [];
  let free = 0;
  for (let at = text.indexOf(anchor); at !== -1; at = text.indexOf(anchor, free)) {
    const start = hostStart(text, at, free);
    CHUNK_END.lastIndex = start;
    CHUNK_END.test(text);
    free = Math.max(CHUNK_END.lastIndex, at + 1);
    const isOthers = anchor !== "www." && text.startsWith("www.", start);
    if (isOthers || /[\w@/.-]/.test(text.charAt(start - 1))) continue;
    found.push({ start, end: free - marksBefore(text, free) });
  }
  return found;
}

function marksBefore(text: string, end: number): number {
  return /[.:!?*)\]]{0,3}$/.exec(text.slice(end - 3, end))?.[0].length ?? 0;
}

function hostStart(text: string, at: number, floor: number): number {
  let start = at;
  while (start > Math.max(floor, at - 64) && /[\w.-]/.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function labeled(text: string): Hit[] {
  return findLabels(text, "etbgolkn").flatMap(({ word, value }) => {
    if (!WEBSITE.test(word)) return [];
    SITE.lastIndex = value;
    if (!SITE.test(text)) return [];
    const end = SITE.lastIndex - marksBefore(text, SITE.lastIndex);
    return [{ start: value, end, confidence: 0.7 }];
  });
}
