/** Between two URLs there is a blank or an angle bracket (GitHub Flavored Markdown, section 6.9). */
const CHUNK = /[^\s<>]+/g;
/**
 * What a browser takes for the beginning of an authority (WHATWG URL, section 4.4): slashes, however many,
 * forward or backward, after a special scheme; two or more anywhere else.
 */
const AUTHORITY_START = /(?:https?|ftps?|wss?|file):[/\\]*|[/\\]{2,}/gi;
const AUTHORITY = /(?:[^/\\?#|^[\]]{0,512}@)?(?:\[[0-9a-f:.]{0,64}\])?[^/\\?#|^[\]"`]{0,512}/iy;
/** A domain that starts a link without a scheme, as messengers make them. */
const BARE_DOMAIN =
  /(?<![\p{L}\p{N}_./@\\%:-])(?:www\.[^\s/?#]+|(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.)+\p{L}{2,24}(?=[/?#]|:\d))/giu;
/** No host is named without one of these. */
const SIGNAL = /[/\\@&?#:]|www\./i;
const MAIL_DOMAIN = /@([^@\s/\\?#&,;:()[\]]+)/g;
const ENTITY =
  /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(colon|sol|bsol|period|commat|quest|num|tab|newline|amp));?/gi;
const NAMED = new Map(
  Object.entries({
    colon: ":",
    sol: "/",
    bsol: "\\",
    period: ".",
    commat: "@",
    quest: "?",
    num: "#",
    tab: "",
    newline: "",
    amp: "&",
  }),
);
/** A name without a dot after two slashes is a comment or a folder, unless it is a number. */
const NO_HOST = /^(?!\d+$|0x[0-9a-f]+$)[\w-]*$/i;

/**
 * Every host that `text` names in a URL, whatever its form: with or without a scheme, with backslashes, with
 * character references. In lower case, without port. Domains of email addresses are there as `@domain`:
 * they allow `mailto:` links and nothing else. A superset: for deciding what was there, not for calling.
 */
export function hostsOf(text: string): string[] {
  const unbroken = text.replace(/[\t\r\n]+/g, "");
  const hosts = [text, unbroken].flatMap((form) =>
    chunksOf(form).flatMap((chunk) => [...linkHosts(chunk), ...mailHosts(chunk)]),
  );
  return [...new Set(hosts)];
}

/** The hosts that `text` would make a reader or a browser turn to. Always among `hostsOf` the same text. */
export function linkedHosts(text: string): string[] {
  return chunksOf(text).flatMap((chunk) => [
    ...linkHosts(chunk),
    ...(/mailto:/i.test(chunk) ? mailHosts(chunk) : []),
  ]);
}

function chunksOf(text: string): string[] {
  return (text.match(CHUNK) ?? [])
    .filter((chunk) => SIGNAL.test(chunk))
    .flatMap((chunk) => (chunk.includes("&") ? [chunk, decodeEntities(chunk)] : [chunk]));
}

function linkHosts(chunk: string): string[] {
  const hosts = [...chunk.matchAll(AUTHORITY_START)].flatMap(({ 0: start, index }) => {
    AUTHORITY.lastIndex = index + start.length;
    const host = normalHost(AUTHORITY.exec(chunk)?.[0] ?? "");
    return host === "" || (!start.includes(":") && NO_HOST.test(host)) ? [] : [host];
  });
  const bare = [...chunk.matchAll(BARE_DOMAIN)].map(([domain]) => normalHost(domain));
  return [...hosts, ...bare];
}

function mailHosts(chunk: string): string[] {
  const domains = [...chunk.replace(/%40/g, "@").matchAll(MAIL_DOMAIN)];
  return domains.map(([, domain = ""]) => `@${normalHost(domain)}`);
}

function normalHost(authority: string): string {
  return authority
    .slice(authority.lastIndexOf("@") + 1)
    .replace(/(?<![.,;:!?)}*_~'"])[.,;:!?)}*_~'"]+$/, "")
    .replace(/:\d{0,5}$/, "")
    .toLowerCase();
}

function decodeEntities(chunk: string): string {
  return chunk.replace(ENTITY, (_all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? "";
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (code === 9 || code === 10 || code === 13 || code > 0x10ffff) return "";
    return String.fromCodePoint(code);
  });
}
