export interface Packet {
  readonly iif: string;
  readonly oif: string;
  readonly saddr: string;
  readonly daddr: string;
  readonly protocol: "tcp" | "udp" | "sctp" | "icmp";
  readonly dport: number;
}

type ChainEnd = "accept" | "drop" | "return";
type Run = (chain: string) => ChainEnd;

/**
 * One statement of a rule. It returns undefined to continue with the rule, or `false` if the rule
 * does not match.
 */
type Statement = (packet: Packet, run: Run) => ChainEnd | false | undefined;

/** Parses a ruleset, and decides like nftables (nft(8)), without any knowledge of policies. */
export function readRuleset(text: string): { forwards(packet: Packet): boolean } {
  if (!/chain forward \{\s*type filter hook forward priority filter; policy drop;/.test(text))
    throw new Error("the forward chain must drop by default");
  const chains = readChains(text);
  const decide = (packet: Packet, chain: string): ChainEnd => {
    const rules = chains.get(chain);
    if (rules === undefined) throw new Error(`no chain ${chain}`);
    for (const rule of rules) {
      const decision = apply(rule, packet, (called) => decide(packet, called));
      if (decision !== undefined) return decision;
    }
    return "return";
  };
  return { forwards: (packet) => decide(packet, "forward") === "accept" };
}

function apply(rule: readonly Statement[], packet: Packet, run: Run): ChainEnd | undefined {
  for (const statement of rule) {
    const result = statement(packet, run);
    if (result === false) return undefined;
    if (result !== undefined) return result;
  }
  return undefined;
}

function readChains(text: string): ReadonlyMap<string, readonly (readonly Statement[])[]> {
  const [filter = ""] = text.split("table ip netpol_services");
  const chains = new Map<string, (readonly Statement[])[]>();
  let current = "";
  for (const line of filter.split("\n").map((each) => each.trim())) {
    const [, name] = /^chain (\S+) \{$/.exec(line) ?? [];
    if (name !== undefined) {
      current = name;
      chains.set(name, []);
    } else if (line !== "" && line !== "}" && !/^(table|type) /.test(line))
      chains.get(current)?.push(readRule(line));
  }
  return chains;
}

function readRule(line: string): readonly Statement[] {
  let words: readonly string[] = line.match(/"[^"]*"|\{[^}]*\}|[^\s]+/g) ?? [];
  const statements: Statement[] = [];
  while (words.length > 0) {
    const [statement, width] = readStatement(words);
    statements.push(statement);
    words = words.slice(width);
  }
  return statements;
}

const NO_EFFECT: Statement = () => undefined;

function readStatement(words: readonly string[]): readonly [Statement, number] {
  const [word = "", next = "", value = ""] = words;
  switch (word) {
    case "accept":
    case "drop":
    case "return":
      return [() => word, 1];
    case "counter":
      return [NO_EFFECT, 1];
    case "comment":
      return [NO_EFFECT, 2];
    case "ct":
      return [() => false, words.length]; // never matches the first packet of a connection
    case "jump":
      return [(_, run) => goOn(run(next)), 2];
    case "iifname":
    case "oifname":
      return next === "vmap"
        ? [viaMap(word, value), 3]
        : [(packet) => (unquoted(next) === link(word, packet) ? undefined : false), 2];
    default:
      return readMatch(words);
  }
}

/**
 * Converts the result of a called chain. A return decides nothing, so the calling chain continues.
 */
function goOn(decision: ChainEnd): ChainEnd | undefined {
  return decision === "return" ? undefined : decision;
}

function viaMap(word: string, map: string): Statement {
  const entries = new Map(
    inBraces(map).map((entry) => {
      const [name = "", target = ""] = entry.split(" : ");
      return [unquoted(name), target.replace("jump ", "")];
    }),
  );
  return (packet, run) => {
    const chain = entries.get(link(word, packet));
    return chain === undefined ? undefined : goOn(run(chain));
  };
}

function readMatch(words: readonly string[]): readonly [Statement, number] {
  const [word = "", field = "", ...rest] = words;
  const negated = rest[0] === "!=";
  const value = rest[negated ? 1 : 0] ?? "";
  const holds =
    word === "ip" || word === "ip6" ? addressMatch : field === "dport" ? portMatch : metaMatch;
  return [
    (packet) => {
      const result = holds(word, field, value, packet);
      return result === undefined || result === negated ? false : undefined;
    },
    negated ? 4 : 3,
  ];
}

function versionOf({ saddr }: Packet): "ip" | "ip6" {
  return saddr.includes(":") ? "ip6" : "ip";
}

/**
 * Returns undefined for a packet of the other family, which neither a match nor a negated match
 * accepts.
 */
function addressMatch(word: string, field: string, value: string, packet: Packet) {
  if (word !== versionOf(packet)) return undefined;
  const address = field === "saddr" ? packet.saddr : packet.daddr;
  return value.startsWith("{") ? inBraces(value).includes(address) : inBlock(address, value);
}

function portMatch(word: string, _: string, value: string, { protocol, dport }: Packet) {
  const [first = "", last = first] = value.split("-");
  return word === protocol && dport >= Number(first) && dport <= Number(last);
}

function metaMatch(word: string, field: string, value: string, packet: Packet) {
  if (word !== "meta") throw new Error(`cannot read ${word} ${field}`);
  if (field === "l4proto") return value === packet.protocol;
  if (field === "nfproto") return value === (versionOf(packet) === "ip" ? "ipv4" : "ipv6");
  throw new Error(`cannot read meta ${field}`);
}

function link(word: string, { iif, oif }: Packet): string {
  return word === "iifname" ? iif : oif;
}

function inBraces(text: string): readonly string[] {
  return text
    .slice(1, -1)
    .split(",")
    .map((element) => element.trim());
}

function unquoted(text: string): string {
  return text.replaceAll('"', "");
}

function inBlock(address: string, block: string): boolean {
  const [net = "", prefix] = block.split("/");
  const [mine, theirs] = [bitsOf(address), bitsOf(net)];
  const length = prefix === undefined ? theirs.length : Number(prefix);
  return mine.length === theirs.length && mine.slice(0, length) === theirs.slice(0, length);
}

function bitsOf(address: string): string {
  const [parts, base, width] = address.includes(":")
    ? [hexGroups(address), 16, 16]
    : [address.split("."), 10, 8];
  return parts
    .map((part) =>
      Number.parseInt(part, base as number)
        .toString(2)
        .padStart(width as number, "0"),
    )
    .join("");
}

function hexGroups(address: string): string[] {
  const [left = "", right] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  if (right === undefined) return groups(left);
  const missing = 8 - groups(left).length - groups(right).length;
  return [...groups(left), ...Array<string>(missing).fill("0"), ...groups(right)];
}
