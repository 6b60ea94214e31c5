import ui from "./ui.module.css";

const CLASSES = { good: ui.good, warn: ui.warn, bad: ui.bad, neutral: ui.quiet };

interface BadgeProps {
  readonly tone: keyof typeof CLASSES;
  readonly children: string;
}

export function Badge({ tone, children }: BadgeProps) {
  return <span className={`${ui.badge} ${CLASSES[tone]}`}>{children}</span>;
}
