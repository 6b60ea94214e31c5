/// <reference lib="dom" />
import type { Content } from "../content/content.ts";
import { sentence } from "../content/refused-content.ts";
import { contentMarkup } from "../markup/content-markup.ts";
import { el, type Markup } from "../markup/element.ts";
import { InputProblem } from "./form-input.ts";
import { show } from "./nodes.ts";
import { verifyCertificateForm } from "./verify-certificate-form.ts";
import { verifySummaryForm } from "./verify-summary-form.ts";

/**
 * Shows the form, which is hidden unless the script runs, and verifies when the reader submits it.
 */
export function attach(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-verify]");
  const result = document.getElementById("result");
  if (form === null || result === null) return;
  const verify = form.dataset["verify"] === "summary" ? verifySummaryForm : verifyCertificateForm;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run(form, result, verify);
  });
  form.hidden = false;
}

async function run(
  form: HTMLFormElement,
  result: HTMLElement,
  verify: (form: HTMLFormElement) => Promise<Content>,
): Promise<void> {
  for (const field of form.querySelectorAll("[aria-invalid]"))
    field.removeAttribute("aria-invalid");
  show(result, [el("p", {}, "Verifying…")]);
  await painted();
  try {
    const content = await verify(form);
    show(result, contentMarkup(content, 2));
    const limits = document.getElementById("limits");
    if (limits !== null) limits.hidden = content.result.valid;
  } catch (error) {
    show(result, problem(error));
  }
}

/**
 * Waits until the browser has drawn the page, because it draws nothing during a verification, which
 * takes up to a second.
 */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function problem(error: unknown): readonly Markup[] {
  const text = error instanceof InputProblem ? error.message : "this could not be carried out";
  if (error instanceof InputProblem && error.field !== undefined) {
    error.field.setAttribute("aria-invalid", "true");
    error.field.focus();
  }
  const result = el("strong", {}, `NOT VERIFIED. ${sentence(text)}`);
  return [el("h2", {}, "Nothing was verified"), el("p", { class: "result invalid" }, result)];
}
