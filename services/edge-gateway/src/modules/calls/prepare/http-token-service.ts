import { MAX_TOKENS_A_REQUEST, TokenResponse } from "@veil/contracts/bridge";
import type { AuthenticatedClaim } from "@veil/contracts/claims";
import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { type RandomBytes, randomHex } from "@veil/crypto";
import type { ServiceClient } from "@veil/service-kit/http";
import { LRUCache } from "lru-cache";
import {
  FairQueue,
  type FairQueueBounds,
  tooManyWaiting,
  WAITING_CALLS,
} from "../../../platform/fair-queue.ts";
import type { CustomerId } from "../../accounts/index.ts";
import { SEED_BYTES } from "../../certificates/index.ts";
import type { PseudonymToken } from "../content/sanitised-content.ts";
import type { IssuedToken, TokenService } from "./ports.ts";

const parse = checked(TokenResponse);

interface MakeTokensOptions {
  readonly timeoutMs: number;
  /** Source of the seeds for claims. Undefined if calls get no certificate. */
  readonly claimSeeds: RandomBytes | undefined;
}

/**
 * Creates the client of the bridge. It sends only the customer id, an id for each token and, if
 * claims are requested, a seed for each token.
 */
export function createMakeTokens(
  client: ServiceClient,
  { timeoutMs, claimSeeds: random }: MakeTokensOptions,
): MakeTokens {
  return async (customerId, tokenRequestIds) => {
    const seeds = random && tokenRequestIds.map(() => randomHex(random, SEED_BYTES));
    const [requestId = ""] = tokenRequestIds;
    try {
      return await client.call({
        path: "/tokens",
        body: {
          customer_id: customerId,
          token_request_ids: tokenRequestIds,
          ...(seeds && { claim_seeds: seeds }),
        },
        headers: { "x-request-id": requestId },
        timeoutMs,
        parse: (body) => tokensOf(parse(body), tokenRequestIds, seeds),
      });
    } catch (cause) {
      throw new ApiError("token_service_unavailable", "The token service did not answer", {
        cause,
        retryAfterSeconds: 5,
      });
    }
  };
}

function tokensOf(
  { tokens, claims }: TokenResponse,
  ids: readonly string[],
  seeds: readonly string[] | undefined,
): readonly IssuedToken[] {
  if (tokens.length !== ids.length) throw new Error("The bridge returned a wrong number of tokens");
  if (seeds !== undefined && claims?.length !== ids.length)
    throw new Error("The bridge made a wrong number of claims");
  return tokens.map((token, at) => ({
    token: token as PseudonymToken,
    tokenRequestId: ids[at] ?? "",
    claim: tokenClaim(seeds?.[at], claims?.[at]),
  }));
}

function tokenClaim(seed: string | undefined, claim: AuthenticatedClaim | undefined) {
  return seed === undefined || claim === undefined ? undefined : { seed, claim };
}

/**
 * Requests one token for each id, in the same order.
 * @throws ApiError `token_service_unavailable`
 */
type MakeTokens = (
  customerId: CustomerId,
  tokenRequestIds: readonly string[],
) => Promise<readonly IssuedToken[]>;

interface StockOptions {
  readonly makeTokens: MakeTokens;
  readonly inFlight: FairQueueBounds["inFlight"];
  readonly random: RandomBytes;
  readonly clock: Clock;
}

interface CustomerStock {
  readonly tokens: (IssuedToken & { readonly until: number })[];
  waiting: number;
  /**
   * How many tokens the next refill requests at least. It is 1 until several calls wait together.
   */
  size: number;
  refill: Promise<void> | undefined;
}

const KEEP_MS = 60_000;
const MAX_WAIT_MS = 10_000;
const CUSTOMERS = 1_000;

/**
 * Creates a stock of tokens for each customer. While several calls of a customer wait for a token,
 * one request to the bridge asks for twice as many tokens as there are waiting calls. When these
 * tokens are used up, the next request asks for at least as many again. When some tokens expire
 * unused, tokens are requested one at a time again. Calls that arrive one after the other leave no
 * stock.
 */
export function createTokenStock(options: StockOptions): TokenService {
  const { inFlight, clock } = options;
  const queue = new FairQueue({ inFlight, waiting: WAITING_CALLS });
  const stocks = new LRUCache<CustomerId, CustomerStock>({ max: CUSTOMERS });

  function stockOf(customerId: CustomerId): CustomerStock {
    const known = stocks.get(customerId);
    if (known !== undefined) return known;
    const stock = { tokens: [], waiting: 0, size: 1, refill: undefined };
    stocks.set(customerId, stock);
    return stock;
  }

  async function refill(customerId: CustomerId, stock: CustomerStock): Promise<void> {
    try {
      const load = { owner: customerId, bytes: 0, maxWaitMs: MAX_WAIT_MS };
      await queue.run(load, () => addTokens(customerId, stock, options));
    } finally {
      stock.refill = undefined;
    }
  }

  return {
    async tokenFor(customerId) {
      const stock = stockOf(customerId);
      if (stock.waiting >= WAITING_CALLS.own.calls) throw tooManyWaiting();
      stock.waiting++;
      try {
        for (;;) {
          const token = takeFrom(stock, clock());
          if (token !== undefined) return token;
          stock.refill ??= refill(customerId, stock);
          await stock.refill;
        }
      } finally {
        stock.waiting--;
      }
    },
    forget: (customerId) => void stocks.delete(customerId),
  };
}

async function addTokens(
  customerId: CustomerId,
  stock: CustomerStock,
  { makeTokens, random, clock }: StockOptions,
): Promise<void> {
  if (stock.waiting > 1)
    stock.size = Math.min(Math.max(2 * stock.waiting, stock.size), MAX_TOKENS_A_REQUEST);
  const ids = Array.from({ length: stock.size }, () => `tok_${randomHex(random)}`);
  const until = clock() + KEEP_MS;
  const tokens = await makeTokens(customerId, ids);
  stock.tokens.push(...tokens.map((issued) => ({ ...issued, until })));
}

function takeFrom(stock: CustomerStock, nowMs: number): IssuedToken | undefined {
  for (;;) {
    const oldest = stock.tokens.shift();
    if (oldest === undefined) return undefined;
    const { until, ...issued } = oldest;
    if (nowMs < until) return issued;
    // A token expired, so the last refill requested more tokens than were needed.
    stock.size = 1;
  }
}
