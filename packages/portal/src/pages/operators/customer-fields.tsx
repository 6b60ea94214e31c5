import type { Schemas } from "../../api/client.ts";
import { Select } from "../../components/field.tsx";
import { useTexts } from "../../language.tsx";
import { customersTexts } from "./customers-texts.ts";

export type Tier = Schemas["Tier"];
export const TIERS: readonly Tier[] = ["free", "pro", "enterprise"];

interface ManagedProps {
  readonly isManaged: boolean;
  readonly onChange: (isManaged: boolean) => void;
}

/** Whose provider key the customer's calls have. */
export function ManagedSelect({ isManaged, onChange }: ManagedProps) {
  const t = useTexts(customersTexts);
  return (
    <Select
      label={t.managed}
      value={isManaged ? "true" : "false"}
      options={[
        ["true", t.managedBy.true],
        ["false", t.managedBy.false],
      ]}
      onChange={(value) => onChange(value === "true")}
    />
  );
}
