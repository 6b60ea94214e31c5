import { type ComponentProps, type ReactNode, useId } from "react";
import ui from "./ui.module.css";

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly children: (control: {
    readonly id: string;
    readonly className: string | undefined;
    readonly "aria-describedby"?: string;
  }) => ReactNode;
}

/** A labelled control with a hint. */
function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div className={ui.field}>
      <label className={ui.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: ui.input,
        ...(hint !== undefined && { "aria-describedby": `${id}-hint` }),
      })}
      {hint !== undefined && (
        <span id={`${id}-hint`} className={ui.quiet}>
          {hint}
        </span>
      )}
    </div>
  );
}

interface InputProps extends ComponentProps<"input"> {
  readonly label: string;
  readonly hint?: string;
}

/** A text field. Browsers must not remember what is typed, because it may be personal data. */
export function TextField({ label, hint, ...rest }: InputProps) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })}>
      {(control) => <input autoComplete="off" spellCheck={false} {...control} {...rest} />}
    </Field>
  );
}

interface AreaProps extends ComponentProps<"textarea"> {
  readonly label: string;
  readonly hint?: string;
}

export function TextArea({ label, hint, ...rest }: AreaProps) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })}>
      {(control) => <textarea autoComplete="off" spellCheck={false} {...control} {...rest} />}
    </Field>
  );
}

interface SelectProps<T extends string> {
  readonly label: string;
  readonly hint?: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}

export function Select<T extends string>({
  label,
  hint,
  value,
  options,
  onChange,
}: SelectProps<T>) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value as T)}>
          {options.map(([name, shown]) => (
            <option key={name} value={name}>
              {shown}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
