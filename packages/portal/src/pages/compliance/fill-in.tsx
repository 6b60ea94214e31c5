import { type FormEvent, useId } from "react";
import { Button } from "../../components/button.tsx";
import { commonTexts } from "../../components/common-texts.ts";
import { TextArea } from "../../components/field.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { Problem } from "../../components/problem.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";

interface OpenField {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly text: string;
}

interface FillInProps {
  readonly label: string;
  readonly fields: readonly OpenField[];
  readonly maxLength: number;
  readonly isPending: boolean;
  readonly isSaved: boolean;
  readonly error: unknown;
  /** Gets the text of each field that is not empty, by id. */
  readonly onSave: (texts: Readonly<Record<string, string>>) => void;
}

/** A form for the fields that only the customer knows. */
export function FillIn({
  label,
  fields,
  maxLength,
  isPending,
  isSaved,
  error,
  onSave,
}: FillInProps) {
  const common = useTexts(commonTexts);
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const texts = fields.map((field) => [field.id, String(form.get(field.id)).trim()] as const);
    onSave(Object.fromEntries(texts.filter(([, text]) => text !== "")));
  };
  return (
    <form className={ui.form} aria-labelledby={id} onSubmit={submit}>
      <h3 id={id}>{label}</h3>
      {fields.map((field) => (
        <TextArea
          key={field.id}
          label={field.title}
          hint={field.hint}
          name={field.id}
          maxLength={maxLength}
          defaultValue={field.text}
        />
      ))}
      <Permitted to="account">
        <div className={ui.row}>
          <Button type="submit" disabled={isPending}>
            {common.save}
          </Button>
          <span role="status">{isSaved && common.saved}</span>
        </div>
      </Permitted>
      {error !== null && <Problem error={error} />}
    </form>
  );
}
