import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58 as base58Code, bech32, bech32m } from "@scure/base";
import type { Recognizer } from "../../finding.ts";
import { codeRecognizer } from "../codes/code-recognizer.ts";

const CONTEXT =
  /\b(?:wallet|bitcoin|btc\b|crypto|krypto|ethereum|eth\b|litecoin|ltc\b|dogecoin|monero|xmr\b|solana|sol\b|ripple|xrp\b|tron\b|cardano|coin address)/i;
const NAMED = { name: "crypto-wallet", type: "CRYPTO_WALLET", context: CONTEXT } as const;
/**
 * Version bytes of P2PKH and P2SH addresses of Bitcoin, its test networks, Litecoin and Dogecoin.
 */
const VERSIONS = new Set([0x00, 0x05, 0x6f, 0xc4, 0x30, 0x32, 0x1e]);

const base58 = codeRecognizer({
  ...NAMED,
  run: [26, 35],
  pattern: /[123mnLMD][1-9A-HJ-NP-Za-km-z]{25,34}/y,
  isValid: (_code, written) => isBase58(written),
  confidence: { inContext: 1, withoutContext: 0.95 },
});

const segwit = codeRecognizer({
  ...NAMED,
  begins: "letter",
  run: [14, 90],
  pattern: /(?:bc|tb|ltc)1[02-9ac-hj-np-z]{11,87}/iy,
  isValid: (_code, written) => isSegwit(written),
  confidence: { inContext: 1, withoutContext: 0.95 },
});

const ethereum = codeRecognizer({
  ...NAMED,
  begins: "digit",
  run: [42, 42],
  pattern: /0x[0-9a-f]{40}/iy,
  isValid: (_code, written) => isEthereum(written.slice(2)),
  confidence: { inContext: 0.95, withoutContext: 0.8 },
});

/**
 * Addresses of Solana, XRP, TRON, Cardano and Monero. They are long words with different checksums
 * that are not validated, so context is required.
 */
const others = codeRecognizer({
  ...NAMED,
  run: [25, 106],
  pattern:
    /(?=[A-Za-z]*\d)(?:addr1[02-9ac-hj-np-z]{50,100}|[1-9A-HJ-NP-Za-km-z]{32,95}|[rT][1-9A-HJ-NP-Za-km-z]{24,34})/y,
  isValid: (_code, written) => !/^[0-9a-f]+$/i.test(written) && !isBroken(written),
  context:
    /\b(?:wallet|crypto|krypto|solana|sol\b|ripple|xrp\b|tron\b|cardano|ada\b|monero|xmr\b|address|adresse)\b[^\n]{0,24}$/i,
  confidence: { inContext: 0.6 },
});

/**
 * Recognizes Bitcoin addresses by the checksum of Base58Check or Bech32 (BIP-173, BIP-350),
 * Ethereum addresses by their checksum (EIP-55), and other addresses by context.
 */
export const cryptoWallet: Recognizer = {
  name: NAMED.name,
  type: NAMED.type,
  parts: [base58, segwit, ethereum, others],
};

/**
 * Returns whether the checksum of Base58Check is right. The library's function would throw on
 * failure, which takes longer than the check itself.
 */
function isBase58(written: string): boolean {
  const bytes = base58Code.decode(written);
  if (bytes.length !== 25 || !VERSIONS.has(bytes[0] ?? -1)) return false;
  const check = sha256(sha256(bytes.subarray(0, 21)));
  return check.subarray(0, 4).every((byte, index) => byte === bytes[21 + index]);
}

function isSegwit(written: string): boolean {
  const version = written.charAt(written.indexOf("1") + 1).toLowerCase();
  return (version === "q" ? bech32 : bech32m).decodeUnsafe(written) !== undefined;
}

/**
 * Returns whether the case of the letters follows EIP-55: a letter is a capital where the hash of
 * the lower-case address has a nibble of 8 or more. An address in one case has no checksum and is
 * accepted.
 */
function isEthereum(hex: string): boolean {
  const small = hex.toLowerCase();
  if (hex === small || hex === hex.toUpperCase()) return true;
  const hash = keccak_256(new TextEncoder().encode(small));
  return [...hex].every((char, index) => {
    const nibble = ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15;
    return char === (nibble >= 8 ? char.toUpperCase() : char.toLowerCase());
  });
}

function isBroken(written: string): boolean {
  return /^[13]/.test(written) && written.length <= 35;
}
