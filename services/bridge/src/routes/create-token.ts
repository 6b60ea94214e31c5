import { TokenRequest, type TokenResponse } from "@veil/contracts/bridge";
import { checked } from "@veil/contracts/parsing";
import type { RandomBytes } from "@veil/crypto";
import { endpoint, jsonBody } from "@veil/http-kit";
import type { IRouter } from "express";
import { makeToken } from "../domain/token.ts";
import type { KeyRing } from "../ports.ts";

const parse = checked(TokenRequest);
const BODY_LIMIT_BYTES = 4_096;

/** `POST /tokens`: a customer id goes in, a token comes out that nobody else can open. Nothing is stored. */
export function createTokenRoute(router: IRouter, keyRing: KeyRing, random: RandomBytes): void {
  endpoint(router, "/tokens", {
    post: [
      jsonBody({ limitBytes: BODY_LIMIT_BYTES }),
      async (req, res) => {
        const { customer_id } = parse(req.body);
        const body: TokenResponse = {
          token: makeToken(await keyRing.current(), customer_id, random),
        };
        res.json(body);
      },
    ],
  });
}
