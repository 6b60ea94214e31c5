import { MAX_TOKENS_A_REQUEST } from "@veil/contracts/bridge";
import type { Clock } from "@veil/contracts/clock";
import { type RandomBytes, randomHex } from "@veil/crypto";
import { LRUCache } from "lru-cache";
import {
  FairQueue,
  type FairQueueBounds,
  tooManyWaiting,
  WAITING_CALLS,
} from "../../../platform/fair-queue.ts";
import type { CustomerId } from "../../accounts/index.ts";
import type { IssuedToken, TokenService } from "./ports.ts";

/** Requests one token for each id, in their order. @throws ApiError `token_service_unavailable` */
export type MakeTokens = (
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
  /** How many tokens the next refill requests at least; 1 until calls wait together. */
  size: number;
  refill: Promise<void> | undefined;
}

const KEEP_MS = 60_000;
const MAX_WAIT_MS = 10_000;
const CUSTOMERS = 1_000;

/**
 * While several calls of one customer wait for a token, twice as many tokens are requested in one
 * call of the bridge, and as many again when these are used up; one at a time again when some were
 * not used in time. Calls one after the other leave no stock.
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
    // The refill brought more tokens than were needed.
    stock.size = 1;
  }
}
