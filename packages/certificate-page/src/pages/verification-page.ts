import { CERTIFICATE_LIMITS, PAGE_LIMIT } from "../content/limits.ts";
import { el } from "../markup/element.ts";
import { page } from "../markup/page.ts";
import {
  fileField,
  limitsSection,
  pinsField,
  resultRegion,
  verificationForm,
  witnessesField,
} from "./form-fields.ts";

interface Paths {
  readonly script: string;
  readonly manifest: string;
}

/**
 * Renders the page that verifies a certificate from files. No data leaves the browser, because the
 * page must not open connections.
 */
export function verificationPage({ script, manifest }: Paths): string {
  const required = { required: true } as const;
  return page({
    title: "Verification of an isolation certificate",
    from: "Veil Gateway",
    footer: "The files stay on this computer: this page may not open a connection.",
    script,
    main: [
      el("h1", {}, "Verification of an isolation certificate"),
      el(
        "p",
        {},
        "Choose a certificate and a key manifest, or an evidence pack. This browser verifies them step by step, and says what they prove and what they do not. " +
          "The files are read here, and sent nowhere.",
      ),
      el(
        "p",
        {},
        "The same without a browser: ",
        el("code", {}, "veil verify CERTIFICATE --manifest MANIFEST --pin KEY"),
        ", or ",
        el("code", {}, "veil evidence verify PACK --pin KEY"),
        ".",
      ),
      el("noscript", {}, el("p", {}, "This browser runs no script: use the command.")),
      verificationForm("certificate", [
        ...fileField(
          "certificate",
          {
            label: "Certificate or evidence pack",
            hint: "The file as its owner has it from the gateway.",
          },
          { ...required, accept: ".json,application/json,.zip,application/zip" },
        ),
        ...fileField("manifest", {
          label: "Key manifest",
          hint: [
            "Of the gateway that issued the certificate; that of ",
            el("a", { href: manifest, download: "veil-keys.json" }, "this gateway"),
            ". An evidence pack contains it.",
          ],
        }),
        ...pinsField(),
        ...witnessesField(),
      ]),
      resultRegion(),
      limitsSection("What no certificate proves", [...CERTIFICATE_LIMITS, PAGE_LIMIT]),
    ],
  });
}
