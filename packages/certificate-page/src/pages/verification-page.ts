import { list, text } from "../content/content.ts";
import { CERTIFICATE_LIMITS, PAGE_LIMIT } from "../content/limits.ts";
import { sectionsMarkup } from "../markup/content-markup.ts";
import { el } from "../markup/element.ts";
import { page } from "../markup/page.ts";
import {
  fileField,
  pinsField,
  resultRegion,
  verificationForm,
  witnessesField,
} from "./form-fields.ts";

interface Paths {
  readonly script: string;
  readonly manifest: string;
}

/** Verifies a certificate from files. Nothing leaves the browser: the page may open no connection. */
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
        "Choose a certificate and a key manifest. This browser verifies them in 23 steps and says what they prove and what they do not.",
      ),
      el(
        "p",
        {},
        "The same without a browser: ",
        el("code", {}, "veil verify CERTIFICATE --manifest MANIFEST --pin KEY"),
        ".",
      ),
      el("noscript", {}, el("p", {}, "This browser runs no script: use the command.")),
      verificationForm("certificate", [
        ...fileField(
          "certificate",
          { label: "Certificate", hint: "The file as its owner has it from the gateway." },
          required,
        ),
        ...fileField(
          "manifest",
          { label: "Key manifest", hint: `A file; this gateway's is at ${manifest}.` },
          required,
        ),
        ...pinsField(),
        ...witnessesField(),
      ]),
      resultRegion(),
      ...sectionsMarkup(
        [
          {
            heading: "What no certificate proves",
            blocks: [list([...CERTIFICATE_LIMITS, PAGE_LIMIT])],
          },
          {
            heading: "What happens to the files",
            blocks: [text("They are read here, and sent nowhere.")],
          },
        ],
        2,
      ),
    ],
  });
}
