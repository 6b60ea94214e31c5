import { list } from "../content/content.ts";
import { sectionsMarkup } from "../markup/content-markup.ts";
import { type Attributes, type Element, el, type Markup } from "../markup/element.ts";

interface Field {
  readonly id: string;
  readonly label: string;
  readonly hint: Markup | readonly Markup[];
  readonly tag: "input" | "textarea";
  readonly attributes?: Attributes;
}

/** Renders a labeled control with a hint. */
function field({ id, label, hint, tag, attributes = {} }: Field): Element[] {
  const described = { id, name: id, "aria-describedby": `${id}-hint` };
  return [
    el("label", { for: id }, label),
    el("p", { id: `${id}-hint`, class: "hint" }, ...[hint].flat()),
    el(tag, { ...described, ...attributes }),
  ];
}

const TYPED = { autocomplete: "off", spellcheck: "false", autocapitalize: "none" } as const;

const PIN_HINT =
  "The public key of a person who signed the key manifest, as KEY_ID:HEX. Have it from its owner by a way that does not " +
  "lead over this server, such as a contract or a letter: a key that this server tells proves nothing about this server.";

export function pinField(): Element[] {
  const attributes = { ...TYPED, type: "text", required: true } as const;
  return field({ id: "pin", label: "Pinned key", hint: PIN_HINT, tag: "input", attributes });
}

export function pinsField(): Element[] {
  const hint = `${PIN_HINT} One key a line; with both keys, both must have signed.`;
  const attributes = { ...TYPED, rows: "2", required: true } as const;
  return field({ id: "pins", label: "Pinned keys", hint, tag: "textarea", attributes });
}

export function witnessesField(): Element[] {
  const hint =
    "Public keys of witnesses of the audit log, as NAME+ID+KEY, told by the witnesses themselves. One a line; empty: the time of " +
    "the certificate and its place in the log are the operator's word alone.";
  const attributes = { ...TYPED, rows: "2" } as const;
  return field({ id: "witnesses", label: "Witnesses", hint, tag: "textarea", attributes });
}

export function fileField(
  id: string,
  text: Pick<Field, "label" | "hint">,
  attributes: Attributes = {},
): Element[] {
  const file = { type: "file", accept: ".json,application/json", ...attributes } as const;
  return field({ id, ...text, tag: "input", attributes: file });
}

/**
 * Renders a form that is hidden until the script shows it, because it does nothing without the
 * script.
 */
export function verificationForm(kind: "summary" | "certificate", fields: readonly Element[]) {
  return el(
    "form",
    { id: "verification", "data-verify": kind, hidden: true },
    ...fields,
    el("button", { type: "submit" }, "Verify in this browser"),
  );
}

/** Renders the limits before a verification. The result repeats them with more detail. */
export function limitsSection(heading: string, limits: readonly string[]): Element {
  const sections = sectionsMarkup([{ heading, blocks: [list(limits)] }], 2);
  return el("div", { id: "limits" }, ...sections);
}

/** Renders the element into which the script writes its result. */
export function resultRegion(): Element {
  return el("div", { id: "result", role: "status", "aria-live": "polite" });
}
