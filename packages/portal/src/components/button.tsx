import type { ComponentProps } from "react";
import ui from "./ui.module.css";

const CLASSES = { action: ui.button, quiet: ui.buttonQuiet, danger: ui.buttonDanger };

interface ButtonProps extends ComponentProps<"button"> {
  readonly kind?: keyof typeof CLASSES;
}

export function Button({ kind = "action", type = "button", ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={CLASSES[kind]} />;
}
