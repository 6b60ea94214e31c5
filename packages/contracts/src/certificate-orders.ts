import { type Static, Type } from "typebox";
import { CERTIFIED_BY, CERTIFIED_FACTS, CertificateSignature, Salt } from "./certificate.ts";
import { Claim, ClaimBatch, ClaimPosition, Hex32, WholeSecond } from "./claims.ts";

const closed = { additionalProperties: false } as const;

export const MAX_ORDERS_A_BATCH = 256;

/** The salts of a certificate's two leaves. */
export const CertificateSalts = Type.Object({ certificate: Salt, summary: Salt }, closed);
export type CertificateSalts = Static<typeof CertificateSalts>;

/** The verifier's code for why the signer refused the order. */
const Refusal = Type.Object({ refused: Type.String({ pattern: "^[a-z_]{1,64}$" }) }, closed);

const MAX_BATCHES = 4 * MAX_ORDERS_A_BATCH;
/** `batch` is an index into `CertificateOrders.batches`. */
const OrderedClaim = Type.Object(
  {
    claim: Claim,
    batch: Type.Integer({ minimum: 0, maximum: MAX_BATCHES - 1 }),
    ...ClaimPosition.properties,
  },
  closed,
);

/**
 * Body of the signer's `POST /certificates`. Several orders can refer to one batch, so the request
 * lists each batch only once.
 */
export const CertificateOrders = Type.Object(
  {
    batches: Type.Array(ClaimBatch, { minItems: 1, maxItems: MAX_BATCHES }),
    orders: Type.Array(
      Type.Object(
        {
          ...CERTIFIED_FACTS,
          claims: Type.Array(OrderedClaim, { minItems: 1, maxItems: 4 }),
          salts: CertificateSalts,
        },
        closed,
      ),
      { minItems: 1, maxItems: MAX_ORDERS_A_BATCH },
    ),
  },
  closed,
);
export type CertificateOrders = Static<typeof CertificateOrders>;

/** The leaf hashes of a certificate and of its summary in the batch. */
const SignedOrder = Type.Object({ certificate: Hex32, summary: Hex32 }, closed);
export type SignedOrder = Static<typeof SignedOrder>;

/** The fields that are the same in all certificates of one signer process. */
export const CertificateIssuer = Type.Object(
  {
    issuer: CERTIFIED_BY.issuer,
    environment: CERTIFIED_BY.environment,
    manifest: CERTIFIED_BY.manifest,
  },
  closed,
);
export type CertificateIssuer = Static<typeof CertificateIssuer>;

/** What the signer adds to the orders. The caller already has the rest of the certificates. */
export const CertificateResults = Type.Object(
  {
    issuer: CertificateIssuer,
    /** One time and one signature for all; null if every order was refused. */
    signed: Type.Union([
      Type.Object({ issued_at: WholeSecond, signature: CertificateSignature }, closed),
      Type.Null(),
    ]),
    /** One result per order, in the same order. The tree has the leaves in this order, too. */
    results: Type.Array(Type.Union([SignedOrder, Refusal]), { maxItems: MAX_ORDERS_A_BATCH }),
  },
  closed,
);
export type CertificateResults = Static<typeof CertificateResults>;
