import { pendingPage, summaryPage } from "@veil/certificate-page";
import type { PendingCertificateResponse } from "@veil/contracts/public/certificate-summary";
import type { Request, RequestHandler, Response } from "express";
import { pagePolicy } from "../../../platform/page-policy.ts";
import { callingKeyOf } from "../../accounts/http.ts";
import {
  type ReadCertificateDeps,
  readCertificate,
  readOpenings,
  readPublicSummary,
} from "../domain/read-certificate.ts";
import { VERIFIER_PATHS } from "./verifier.ts";

/** Serves the complete certificate to the customer who owns it. */
export function getCertificate(deps: ReadCertificateDeps): RequestHandler {
  return async function handleGetCertificate(req, res) {
    const requestId = requestIdOf(req);
    const certificate = await readCertificate(deps, requestId, callingKeyOf(res));
    if (certificate === undefined) return sendPending(res, requestId);
    res.json(certificate);
  };
}

/** Serves the openings of a certificate's commitments to the API key that sent the request. */
export function getOpenings(deps: ReadCertificateDeps): RequestHandler {
  return async function handleGetOpenings(req, res) {
    res.json(await readOpenings(deps, requestIdOf(req), callingKeyOf(res)));
  };
}

export function getPublicSummary(deps: ReadCertificateDeps): RequestHandler {
  return async function handleGetPublicSummary(req, res) {
    const requestId = requestIdOf(req);
    const summary = await readPublicSummary(deps, requestId);
    if (summary === undefined) return sendPending(res, requestId);
    res.json(summary);
  };
}

export function getSummaryPage(deps: ReadCertificateDeps): readonly RequestHandler[] {
  return [
    pagePolicy("self"),
    async function handleGetSummaryPage(req, res) {
      const requestId = requestIdOf(req);
      const summary = await readPublicSummary(deps, requestId);
      if (summary === undefined) {
        pending(res).type("html").send(pendingPage(requestId));
        return;
      }
      res.type("html").send(summaryPage(summary, VERIFIER_PATHS));
    },
  ];
}

const RETRY_AFTER_SECONDS = 2;

function pending(res: Response): Response {
  return res.status(202).set("Retry-After", String(RETRY_AFTER_SECONDS));
}

function sendPending(res: Response, request_id: string): void {
  const body: PendingCertificateResponse = { request_id, status: "pending" };
  pending(res).json(body);
}

function requestIdOf({ params }: Request): string {
  return String(params["request_id"]);
}
