import { randomInt } from "node:crypto";
import type { Server } from "node:net";
import { isFreePort, listenOn } from "./listen-on.ts";

/**
 * The range of ports. It is below the ephemeral ports (Linux 32768, IANA 49152), so no connection
 * can take a port between search and use.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const SIZE = 64;
const TRIES = 50;

/**
 * A block of ports. The process that listens on the first port owns the block, so the system
 * releases the block when the process exits.
 */
export class PortBlock {
  readonly #first: number;
  readonly #sign: Server;
  #last: number;

  private constructor(first: number, sign: Server) {
    this.#first = first;
    this.#sign = sign.unref();
    this.#last = first;
  }

  /** Reserves a free block. @throws Error when every tried block is in use */
  static async reserve(): Promise<PortBlock> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const first = LOWEST + SIZE * randomInt(Math.floor((HIGHEST - LOWEST) / SIZE));
      const sign = await listenOn(first);
      if (sign !== undefined) return new PortBlock(first, sign);
    }
    throw new Error(`No ports left on 127.0.0.1 from ${LOWEST} to ${HIGHEST}`);
  }

  /** Returns the next free port of the block, in turn. @throws Error when all ports are in use */
  async next(): Promise<number> {
    for (let tries = 1; tries < SIZE; tries += 1) {
      this.#last = this.#last + 1 < this.#first + SIZE ? this.#last + 1 : this.#first + 1;
      if (await isFreePort(this.#last)) return this.#last;
    }
    throw new Error("All ports of the block are in use");
  }

  release(): void {
    this.#sign.close();
  }
}
