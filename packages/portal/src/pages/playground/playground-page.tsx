import { useState } from "react";
import { Select } from "../../components/field.tsx";
import { Page } from "../../components/page.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { useTexts } from "../../language.tsx";
import { ChatForm } from "./chat-form.tsx";
import { Outcome } from "./outcome.tsx";
import { playgroundTexts } from "./playground-texts.ts";
import { TemplateForm } from "./template-form.tsx";
import { useCall } from "./use-call.ts";

const FORMS = { template: TemplateForm, chat: ChatForm } as const;
type Kind = keyof typeof FORMS;

export function PlaygroundPage() {
  const t = useTexts(playgroundTexts);
  const [kind, setKind] = useState<Kind>("template");
  const call = useCall();
  const Form = FORMS[kind];
  return (
    <Page title={t.title} lead={t.lead}>
      <Permitted to="call">
        <Select
          label={t.kind}
          value={kind}
          options={[
            ["template", t.kinds.template],
            ["chat", t.kinds.chat],
          ]}
          onChange={setKind}
        />
        <Form call={call}>{call.outcome !== undefined && <Outcome outcome={call.outcome} />}</Form>
      </Permitted>
    </Page>
  );
}
