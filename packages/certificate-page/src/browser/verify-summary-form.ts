/// <reference lib="dom" />
import { parsePin, portableCrypto, trySummary, type VerifiedSummary } from "@veil/veil/verifier";
import type { Content } from "../content/content.ts";
import { PAGE_LIMIT } from "../content/limits.ts";
import { summarySections } from "../content/summary-content.ts";
import { summaryOutcomeContent } from "../content/verified-summary.ts";
import { sectionsMarkup } from "../markup/content-markup.ts";
import { chosenFile, InputProblem, loaded, parsedWords } from "./form-input.ts";
import { show } from "./nodes.ts";

const MANIFEST = "/.well-known/veil-keys.json";

/** Verifies the signed summary that this page shows, then shows the verified facts. */
export async function verifySummaryForm(form: HTMLFormElement): Promise<Content> {
  const pins = parsedWords(form, "pin", parsePin);
  const summary = await loaded("public", "The summary");
  const manifest =
    (await chosenFile(form, "manifest")) ?? (await loaded(MANIFEST, "The key manifest"));
  const outcome = trySummary({ summary, manifest }, { pins, crypto: portableCrypto });
  const more = outcome.valid ? showVerified(outcome.verified) : [];
  return summaryOutcomeContent(outcome, { pins }, [...more, PAGE_LIMIT]);
}

/**
 * Checks that the summary belongs to this page.
 * @returns additional notes for the result.
 * @throws InputProblem when the summary's request is not the one in the page's URL
 */
function showVerified({ summary }: VerifiedSummary): readonly string[] {
  const { request_id } = summary;
  if (!location.pathname.endsWith(`/${request_id}/summary`))
    throw new InputProblem(`The server sent a signed summary of another request: ${request_id}`);
  const place = document.getElementById("facts");
  if (place === null) return [];
  const shown = place.textContent;
  show(place, sectionsMarkup(summarySections(summary), 2));
  if (place.textContent === shown) return [];
  return [
    "What this page said before: it was not what is signed. The signed facts are in its place now.",
  ];
}
