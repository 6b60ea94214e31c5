import { extractK8sResources } from "@monokle/parser";
import { createDefaultMonokleValidator, type MonokleValidator } from "@monokle/validation";

const PLUGINS = { "pod-security-standards": true, practices: true } as const;

export interface MonokleFinding {
  readonly rule: string;
  /** A name such as `bridge.veil-identity.deployment`. */
  readonly where: string;
}

/**
 * Opens Monokle with every rule of its Pod Security Standards and practices as an error. Fetches
 * nothing.
 */
export async function openMonokle() {
  const validator = createDefaultMonokleValidator();
  await validator.preload({ plugins: PLUGINS });
  const rules = validator
    .getPlugins()
    .flatMap((plugin) => plugin.rules.map((rule) => `${plugin.metadata.name}/${rule.name}`));
  await validator.preload({
    plugins: PLUGINS,
    rules: Object.fromEntries(rules.map((rule) => [rule, "err"])),
  });
  return { rules, findingsIn: (text: string) => findingsIn(validator, text) };
}

async function findingsIn(validator: MonokleValidator, text: string): Promise<MonokleFinding[]> {
  const resources = extractK8sResources([{ id: "all", path: "all.yaml", content: text }]);
  const { runs } = await validator.validate({ resources });
  return runs
    .flatMap(({ results }) => results)
    .map(({ ruleId, locations }) => ({
      rule: ruleId,
      where: locations[1]?.logicalLocations?.[0]?.fullyQualifiedName?.split("@")[0] ?? "",
    }));
}
