/** All texts about certificates, and their formats for terminals, paper and browsers. */
export type { Content, Section, StepResult } from "./content/content.ts";
export { contentText } from "./content/content-text.ts";
export { type Opened, openedContent } from "./content/opened-content.ts";
export {
  evidenceStepResults,
  failedStep,
  stepResults,
  summaryStepResults,
} from "./content/step-results.ts";
export { certificateContent } from "./content/verified-certificate.ts";
export { evidenceContent } from "./content/verified-evidence.ts";
export { summaryOutcomeContent } from "./content/verified-summary.ts";
export { STYLE_SOURCE } from "./markup/page-style.ts";
export { documentPage } from "./pages/document-page.ts";
export { resultPage } from "./pages/result-page.ts";
export { pendingPage, summaryPage } from "./pages/summary-page.ts";
export { verificationPage } from "./pages/verification-page.ts";
