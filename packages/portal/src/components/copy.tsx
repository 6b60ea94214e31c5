import { useState } from "react";
import { useTexts } from "../language.tsx";
import { Button } from "./button.tsx";
import { commonTexts } from "./common-texts.ts";
import ui from "./ui.module.css";

export function CopyButton({ text }: { readonly text: string }) {
  const t = useTexts(commonTexts);
  const [isCopied, setCopied] = useState(false);
  // Browsers have no clipboard for pages that were loaded without TLS from another machine.
  if (!window.isSecureContext) return null;
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <Button kind="quiet" onClick={copy}>
      {isCopied ? t.copied : t.copy}
    </Button>
  );
}

/** Source text with a button that copies it. */
export function Snippet({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className={ui.page}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, scrollable regions */}
      <section aria-label={label} tabIndex={0}>
        <pre className={ui.code}>{text}</pre>
      </section>
      <div>
        <CopyButton text={text} />
      </div>
    </div>
  );
}
