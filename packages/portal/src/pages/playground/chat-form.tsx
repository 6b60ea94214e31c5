import { type FormEvent, type PropsWithChildren, useState } from "react";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/field.tsx";
import { Section } from "../../components/page.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
import { type ChatMessage, conversationBody } from "./native-bodies.ts";
import { textOf } from "./outcome.tsx";
import styles from "./playground.module.css";
import { playgroundTexts } from "./playground-texts.ts";
import { Preview } from "./preview.tsx";
import { Running } from "./running.tsx";
import type { Call } from "./use-call.ts";

/**
 * A conversation. Only this page keeps it, and each call sends all of it. Its children show the
 * outcome of the last call.
 */
export function ChatForm({ call, children }: PropsWithChildren<{ readonly call: Call }>) {
  const t = useTexts(playgroundTexts);
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [text, setText] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    const asked = [...messages, { role: "user", text } as const];
    call.start(conversationBody(t.chatInstruction, asked), {
      onSuccess(outcome) {
        if (outcome?.status !== "JOB_STATUS_COMPLETED") return;
        setMessages([...asked, { role: "assistant", text: textOf(outcome.result) }]);
        setText("");
      },
    });
  };
  return (
    <>
      <div className={styles.columns}>
        <Section title={t.kinds.chat}>
          <Conversation messages={messages} />
          <form className={ui.form} onSubmit={send}>
            <TextArea
              label={t.message}
              hint={t.messageHint}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <div className={ui.row}>
              <Button type="submit" disabled={text.trim() === "" || call.isRunning}>
                {t.send}
              </Button>
              <Button
                kind="quiet"
                disabled={messages.length === 0 || call.isRunning}
                onClick={() => setMessages([])}
              >
                {t.newChat}
              </Button>
              <span className={ui.quiet}>{t.counts}</span>
            </div>
          </form>
          <Running call={call} />
        </Section>
        <Preview text={text} />
      </div>
      {children}
    </>
  );
}

function Conversation({ messages }: { readonly messages: readonly ChatMessage[] }) {
  const t = useTexts(playgroundTexts);
  if (messages.length === 0) return <p className={ui.quiet}>{t.chatEmpty}</p>;
  return (
    <ol className={styles.messages} aria-label={t.kinds.chat} aria-live="polite">
      {messages.map(({ role, text }, at) => (
        <li key={at}>
          <strong>{t.roles[role]}</strong>
          <div className={styles.text}>{text}</div>
        </li>
      ))}
    </ol>
  );
}
