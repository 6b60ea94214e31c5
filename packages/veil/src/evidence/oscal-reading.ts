import { checked } from "@veil/contracts/parsing";
import type { ControlState } from "@veil/contracts/public/compliance/posture";
import { Type } from "typebox";

/** The state of a control in OSCAL: a finding that is satisfied or not, or else an open risk. */
const STATES = { satisfied: "met", "not-satisfied": "not_met" } as const;
/** The name of the property that links an open risk to its control. */
const CONTROL_PROPERTY = "control-id";

const Assessment = Type.Object({
  "assessment-results": Type.Object({
    results: Type.Array(
      Type.Object({
        findings: Type.Optional(
          Type.Array(
            Type.Object({
              target: Type.Object({
                "target-id": Type.String(),
                status: Type.Object({ state: Type.Enum(["satisfied", "not-satisfied"]) }),
              }),
            }),
          ),
        ),
        risks: Type.Optional(
          Type.Array(
            Type.Object({
              props: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
              status: Type.Literal("open"),
            }),
          ),
        ),
      }),
      { minItems: 1, maxItems: 1 },
    ),
  }),
});
const Control = Type.Object({ id: Type.String() });
const Requirement = Type.Object({ "control-id": Type.String() });
const Controls = Type.Union([
  Type.Object({ catalog: Type.Object({ controls: Type.Array(Control) }) }),
  Type.Object({
    "component-definition": Type.Object({
      components: Type.Array(
        Type.Object({
          "control-implementations": Type.Array(
            Type.Object({ "implemented-requirements": Type.Array(Requirement) }),
          ),
        }),
      ),
    }),
  }),
]);

const parseAssessment = checked(Assessment);
const parseControls = checked(Controls);

/** Returns the state of each control that an OSCAL assessment states. */
export function assessedStates(document: unknown): ReadonlyMap<string, ControlState> {
  const [result] = parseAssessment(document)["assessment-results"].results;
  const found = (result?.findings ?? []).map(
    ({ target }) => [target["target-id"], STATES[target.status.state]] as const,
  );
  const unknown = (result?.risks ?? []).map(
    ({ props }) =>
      [props.find(({ name }) => name === CONTROL_PROPERTY)?.value ?? "", "unknown"] as const,
  );
  return new Map<string, ControlState>([...found, ...unknown]);
}

/** Returns the ids of the controls of an OSCAL catalog or component definition. */
export function cataloguedControls(document: unknown): readonly string[] {
  const parsed = parseControls(document);
  if ("catalog" in parsed) return parsed.catalog.controls.map(({ id }) => id);
  return parsed["component-definition"].components
    .flatMap((component) => component["control-implementations"])
    .flatMap((own) => own["implemented-requirements"].map((each) => each["control-id"]));
}
