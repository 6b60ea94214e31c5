import type {
  ControlEvidence,
  ControlState,
  MeasuredControl,
  PostureResponse,
} from "@veil/contracts/public/compliance/posture";
import { v5 } from "uuid";

/** The version of the Open Security Controls Assessment Language (NIST). */
const OSCAL_VERSION = "1.2.1";
/** The namespace of the properties, and the name from which all UUIDs are derived. */
const NAMESPACE = "urn:veil:oscal:v1";
const ROOT = v5(NAMESPACE, v5.URL);

/** A UUID of version 5 (RFC 9562), so that the same content always has the same id. */
const uuidOf = (...names: readonly string[]) => v5(names.join("\n"), ROOT);
const property = (name: string, value: string) => ({ name, ns: NAMESPACE, value });

interface Described {
  readonly title: string;
  readonly at: string;
  readonly release: string;
}

function metadata({ title, at, release }: Described) {
  return { title, "last-modified": at, version: release, "oscal-version": OSCAL_VERSION };
}

/**
 * Returns the catalog of the controls: what is promised. It is the same for all deployments of a
 * release.
 * @param at - when the release was measured
 */
export function oscalCatalog({ release, controls }: PostureResponse, at: string): object {
  return {
    catalog: {
      uuid: uuidOf("catalog", release),
      metadata: metadata({ title: "Promises of Veil Gateway", at, release }),
      controls: controls.map(({ id, title, promise, gdpr_articles, protection_goals }) => ({
        id,
        title,
        props: [
          ...gdpr_articles.map((article) => property("gdpr-article", article)),
          ...protection_goals.map((goal) => property("sdm-goal", goal)),
        ],
        parts: [{ id: `${id}_smt`, name: "statement", prose: promise }],
      })),
    },
  };
}

/** Returns the component definition: that the gateway implements the controls of the catalog. */
export function oscalComponents({ release, controls }: PostureResponse, at: string): object {
  const uuid = (...names: readonly string[]) => uuidOf("components", release, ...names);
  return {
    "component-definition": {
      uuid: uuid(),
      metadata: metadata({ title: "Veil Gateway", at, release }),
      components: [
        {
          uuid: uuid("gateway"),
          type: "software",
          title: "Veil Gateway",
          description:
            "Stands between applications and providers of language models, and replaces personal data in requests.",
          "control-implementations": [
            {
              uuid: uuid("implementation"),
              source: "catalog.json",
              description: "What the release does with every configuration.",
              "implemented-requirements": controls.map(({ id, promise }) => ({
                ...{ uuid: uuid(id), "control-id": id, description: promise },
              })),
            },
          ],
        },
      ],
    },
  };
}

/**
 * Returns the assessment results: an observation for each measurement, and a finding for each
 * control that it decides. A control whose state is unknown has no finding, but is an open risk.
 */
export function oscalAssessment(posture: PostureResponse): object {
  const { generated_at: at, release, controls } = posture;
  const uuid = (...names: readonly string[]) => uuidOf("assessment", release, at, ...names);
  const measured = controls.filter(({ measured_at }) => measured_at !== null);
  const decided = controls.filter(({ state }) => state !== "unknown");
  const open = controls.filter(({ state }) => state === "unknown");
  return {
    "assessment-results": {
      uuid: uuid(),
      metadata: metadata({ title: "Measured state of Veil Gateway", at, release }),
      "import-ap": { href: `#${uuid("plan")}` },
      results: [
        {
          uuid: uuid("result"),
          title: "Posture",
          description:
            "The state of each control as it was measured. posture.json has the figures.",
          start: at,
          "reviewed-controls": { "control-selections": [{ "include-all": {} }] },
          ...(measured.length > 0 && {
            observations: measured.map((control) => observation(control, uuid)),
          }),
          ...(open.length > 0 && { risks: open.map((control) => risk(control, uuid)) }),
          ...(decided.length > 0 && {
            findings: decided.map((control) => finding(control, uuid)),
          }),
        },
      ],
      "back-matter": {
        resources: [
          {
            uuid: uuid("plan"),
            title: "Assessment plan",
            description:
              "Each control is measured as its method says, by what it names, and counts for its maximum age.",
          },
        ],
      },
    },
  };
}

type UuidOf = (...names: readonly string[]) => string;

function observation(control: MeasuredControl, uuid: UuidOf) {
  const { id, title, promise, measured_by, measured_at, method, evidence } = control;
  return {
    uuid: uuid("observation", id),
    title,
    description: promise,
    props: [property("control-id", id), property("measured-by", measured_by)],
    methods: [method === "setting" ? "EXAMINE" : "TEST"],
    collected: measured_at,
    ...(evidence.length > 0 && { "relevant-evidence": evidence.map(relevantEvidence) }),
  };
}

function relevantEvidence({ address, sha256 }: ControlEvidence) {
  return {
    description: address,
    ...(sha256 !== null && { props: [property("sha256", sha256)] }),
  };
}

const FINDINGS = { met: "satisfied", not_met: "not-satisfied" } as const satisfies Record<
  Exclude<ControlState, "unknown">,
  string
>;

function finding(control: MeasuredControl, uuid: UuidOf) {
  const { id, title, state, reason, promise, measured_at } = control;
  return {
    uuid: uuid("finding", id),
    title,
    description: reason ?? promise,
    target: {
      type: "objective-id",
      "target-id": id,
      status: { state: FINDINGS[state === "met" ? "met" : "not_met"] },
    },
    ...(measured_at !== null && {
      "related-observations": [{ "observation-uuid": uuid("observation", id) }],
    }),
  };
}

function risk({ id, title, promise, reason = "Not measured" }: MeasuredControl, uuid: UuidOf) {
  return {
    uuid: uuid("risk", id),
    title,
    description: reason,
    statement: `Nothing shows that this holds: ${promise}`,
    props: [property("control-id", id)],
    status: "open",
  };
}
