import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { DecodedBlock } from "../manifests/decode-policy.ts";
import type { Rule } from "./rule.ts";

interface Block {
  readonly address: string;
  readonly family: "ipv4" | "ipv6";
  readonly length: number;
}

interface Except {
  readonly cidr: string;
  readonly except: string;
}

const MAPPED = new BlockList();
MAPPED.addSubnet("::ffff:0:0", 96, "ipv6");
const FORM = "must be a CIDR block such as 10.0.0.0/8 or fd00::/8";
const MAPPED_SAYS =
  "is an IPv4-mapped address, which the API server reads as IPv4: write the IPv4 block, or ::/80 where all of them are meant";

/**
 * The rules of `ValidateIPBlock`. They are as strict about IPv4-mapped addresses and leading zeros
 * as with `StrictIPCIDRValidation`.
 */
export const BLOCK_RULES: readonly Rule<DecodedBlock>[] = [
  {
    rule: "cidr-missing",
    says: ".cidr must be a string such as 10.0.0.0/8",
    refuses: ({ cidr }) => cidr === "",
  },
  {
    rule: "cidr-form",
    says: `.cidr ${FORM}`,
    refuses: ({ cidr }) => cidr !== "" && readBlock(cidr) === undefined,
  },
  {
    rule: "cidr-mapped",
    says: `.cidr ${MAPPED_SAYS}`,
    refuses: ({ cidr }) => isMapped(readBlock(cidr)),
  },
];

/** The rules of `ValidateIPBlock` for each element of `except`. */
export const EXCEPT_RULES: readonly Rule<Except>[] = [
  {
    rule: "except-form",
    says: ` ${FORM}`,
    refuses: ({ except }) => readBlock(except) === undefined,
  },
  {
    rule: "except-mapped",
    says: ` ${MAPPED_SAYS}`,
    refuses: ({ except }) => isMapped(readBlock(except)),
  },
  {
    rule: "except-outside",
    says: " must be inside cidr, and smaller",
    refuses: ({ cidr, except }) => {
      const [whole, part] = [readBlock(cidr), readBlock(except)];
      return whole !== undefined && part !== undefined && !isStrictSubset(part, whole);
    },
  },
];

/** Parses a block, and ignores bits after the prefix. */
function readBlock(text: string): Block | undefined {
  const [address = "", prefix = "", ...rest] = text.split("/");
  const family = isIPv4(address) ? "ipv4" : "ipv6";
  // A zone index (fe80::1%eth0) belongs to an interface, so a block must not have one.
  const isAddress = family === "ipv4" || (isIPv6(address) && !address.includes("%"));
  const length = Number(prefix);
  if (!isAddress || rest.length > 0 || !/^\d{1,3}$/.test(prefix)) return undefined;
  return length > (family === "ipv4" ? 32 : 128) ? undefined : { address, family, length };
}

function isMapped(block: Block | undefined): boolean {
  return block?.family === "ipv6" && MAPPED.check(block.address, "ipv6");
}

function isStrictSubset(part: Block, whole: Block): boolean {
  if (part.family !== whole.family || part.length <= whole.length) return false;
  const list = new BlockList();
  list.addSubnet(whole.address, whole.length, whole.family);
  return list.check(part.address, part.family);
}
