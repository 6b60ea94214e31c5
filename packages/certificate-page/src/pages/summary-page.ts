import type { PublicSummaryResponse } from "@veil/contracts/public/certificate-summary";
import { facts } from "../content/content.ts";
import { SUMMARY_LIMITS } from "../content/limits.ts";
import { summarySections } from "../content/summary-content.ts";
import { sectionsMarkup } from "../markup/content-markup.ts";
import { type Element, el } from "../markup/element.ts";
import { page } from "../markup/page.ts";
import {
  fileField,
  limitsSection,
  pinField,
  resultRegion,
  verificationForm,
} from "./form-fields.ts";

interface Paths {
  /** The path of the verifying script. */
  readonly script: string;
  /** The path of the page that verifies whole certificates. */
  readonly verification: string;
  readonly manifest: string;
}

const FOOTER =
  "What a gateway of Veil publishes of a certificate: no text, no name, no id of a part of the call. The whole certificate is its owner's.";

/**
 * Renders the public summary of a certificate. The page is complete without the script, which only
 * adds the verification.
 */
export function summaryPage(
  { summary, signature, in_log }: PublicSummaryResponse,
  paths: Paths,
): string {
  const signed = facts([
    ["Key of the signer", signature.key_id],
    ["Signature", signature.signature],
    ["Entry in the audit log", in_log ? "proven in the certificate" : "not yet"],
  ]);
  return page({
    title: `Isolation certificate ${summary.request_id}: public summary`,
    from: `${summary.issuer}, by its Veil Gateway`,
    footer: FOOTER,
    script: paths.script,
    main: [
      el("h1", {}, "Isolation certificate: public summary"),
      el(
        "p",
        {},
        "What each part of the gateway received and gave for one request, as each part signed it. The texts themselves are not " +
          "here and cannot be computed from it.",
      ),
      el("div", { id: "facts" }, ...sectionsMarkup(summarySections(summary), 2)),
      ...sectionsMarkup([{ heading: "The signature of this summary", blocks: [signed] }], 2),
      limitsSection("What this summary does not prove", SUMMARY_LIMITS),
      verificationSection(paths),
    ],
  });
}

/** Renders the page that is shown until the certificate exists. */
export function pendingPage(requestId: string): string {
  return page({
    title: `Isolation certificate ${requestId}`,
    from: "Veil Gateway",
    footer: FOOTER,
    main: [
      el("h1", {}, "Isolation certificate"),
      el(
        "p",
        {},
        `The certificate of request ${requestId} is being made. Load this page again in a few seconds.`,
      ),
    ],
  });
}

function verificationSection({ verification, manifest: manifestPath }: Paths): Element {
  const manifest = {
    label: "Key manifest (optional)",
    hint: "A file that you have. Without one, the manifest of this server is loaded; in both cases the pinned key must have signed it.",
  };
  return el(
    "section",
    { class: "verification" },
    el("h2", {}, "Verification"),
    el(
      "p",
      {},
      "This page proves nothing by itself. Its facts are signed: with a key from a source that you trust, your own computer verifies them.",
    ),
    el(
      "p",
      {},
      "Without this page: load the ",
      el("a", { href: "public" }, "signed summary"),
      " and the ",
      el("a", { href: manifestPath }, "key manifest"),
      ", then ",
      el("code", {}, "veil verify --summary --manifest MANIFEST --pin KEY SUMMARY"),
      ". The format is public, and open to other programs.",
    ),
    el(
      "p",
      {},
      "Who has the whole certificate verifies more, ",
      el("a", { href: verification }, "here in the browser"),
      " or by the same command without ",
      el("code", {}, "--summary"),
      ".",
    ),
    verificationForm("summary", [...pinField(), ...fileField("manifest", manifest)]),
    resultRegion(),
  );
}
