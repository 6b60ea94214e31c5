import { SHA_256 } from "@veil/veil/time-stamp";
import { Integer, OctetString } from "asn1js";
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from "pkijs";

export interface StampRequest {
  readonly der: Uint8Array;
  readonly nonce: Uint8Array;
}

/**
 * Builds a request for a time stamp of a SHA-256 hash. The request demands a reply with the
 * certificates (RFC 3161, section 2.4.1).
 * @param random - 16 bytes
 */
export function timeStampRequest(hash: Uint8Array, random: Uint8Array): StampRequest {
  // Makes the nonce a positive 16-byte integer without leading zeros, which has only one DER
  // encoding.
  const nonce = random.map((byte, at) => (at === 0 ? (byte & 0x3f) | 0x40 : byte));
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256 }),
      hashedMessage: new OctetString({ valueHex: bufferOf(hash) }),
    }),
    nonce: new Integer({ valueHex: bufferOf(nonce) }),
    certReq: true,
  });
  return { der: new Uint8Array(request.toSchema().toBER()), nonce };
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
