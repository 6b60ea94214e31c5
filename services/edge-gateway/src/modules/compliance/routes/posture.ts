import type { PostureResponse } from "@veil/contracts/public/compliance/posture";
import type { RequestHandler, Response } from "express";
import type { MeasuredCustomer } from "../domain/control.ts";
import type { ReadPosture } from "../domain/posture.ts";

export interface PostureDeps {
  readonly readPosture: ReadPosture;
  readonly customerOf: (res: Response) => MeasuredCustomer;
}

/** Handles `GET /api/v1/compliance/posture`. */
export function posture({ readPosture, customerOf }: PostureDeps): RequestHandler {
  return async function handlePosture(_req, res) {
    const { customerId, subject } = customerOf(res);
    const body: PostureResponse = await readPosture({ customerId, subject });
    res.json(body);
  };
}
