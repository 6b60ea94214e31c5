import { createEngine, sanitiseFields } from "@veil/pii";
import { findHardIdentifiers, findTemplateIdentifiers } from "@veil/pii/hard-identifiers";
import { readBundledModels } from "@veil/pii/models";
import { groupNames } from "@veil/pii/names-agree";
import { findOutbound } from "@veil/pii/outbound";
import {
  compileEntityList,
  createDocument,
  createFinder,
  createNamesLayer,
  findThroughView,
  findVariants,
  knownEntities,
  knownSounds,
  READERS,
  RECOGNIZERS,
} from "@veil/pii/recognizers";
import {
  FOR_ALL,
  FOR_ALL_LAYERS,
  FOR_NAMES,
  FOR_READERS,
  FOR_VIEWS,
  HARDEST,
} from "./hostile-texts.ts";
import { onTextsOf, type Work } from "./work.ts";

const SCANS = {
  "hard-identifiers": findHardIdentifiers,
  "template-identifiers": findTemplateIdentifiers,
  outbound: (text: string) => findOutbound(text),
};

export function piiWork(): readonly Work[] {
  return [...recognizers(), ...readers(), ...layers(), ...knownNames()];
}

function recognizers(): readonly Work[] {
  const names = new Set(RECOGNIZERS.map(({ name }) => name));
  const unknown = Object.keys(HARDEST).filter((name) => !names.has(name));
  if (unknown.length > 0) throw new TypeError(`No recognizer is called ${unknown.join(", ")}`);
  return RECOGNIZERS.map((recognizer) => {
    const find = createFinder([recognizer]);
    const units = [...(HARDEST[recognizer.name] ?? []), ...FOR_ALL];
    return { name: recognizer.name, trials: onTextsOf(units, documentFor(find)) };
  });
}

function readers(): readonly Work[] {
  return READERS.map((reader) => {
    const units = [...(FOR_READERS[reader.name] ?? []), ...FOR_ALL];
    return { name: reader.name, trials: onTextsOf(units, documentFor(reader)) };
  });
}

function layers(): readonly Work[] {
  const models = readBundledModels();
  const names = createNamesLayer(models);
  const patterns = createEngine();
  const engine = createEngine({ names: models });
  const sanitise = (text: string) => () =>
    sanitiseFields(engine, { fields: [{ name: "text", text }] });
  return [
    {
      name: "views",
      trials: onTextsOf(FOR_VIEWS, (text) => () => findThroughView(text, () => [])),
    },
    {
      name: "names",
      trials: onTextsOf(
        FOR_NAMES,
        documentFor((doc) => names.find(doc, [])),
      ),
    },
    ...Object.entries(SCANS).map(([name, find]) => ({
      name,
      trials: onTextsOf([...FOR_ALL_LAYERS, ...FOR_VIEWS], (text) => () => find(text)),
    })),
    { name: "patterns", trials: onTextsOf(FOR_VIEWS, (text) => () => patterns.find(text)) },
    { name: "sanitise", trials: onTextsOf(FOR_ALL_LAYERS, sanitise) },
    {
      name: "behind-label",
      trials: onTextsOf(["5.41.17.6, ", "a, ", "1;"], (text) => () => {
        patterns.find(text, { label: "ip" });
      }),
    },
  ];
}

function knownNames(): readonly Work[] {
  const sounds = knownSounds(["Hans Meyer"]);
  const person = compileEntityList({
    kind: "deny",
    entries: [{ value: "Hans Meyer", type: "PERSON" }],
  });
  const listed = knownEntities({}, [person]);
  const nested = knownEntities({}, [compileEntityList({ kind: "deny", entries: overlapping() })]);
  return [
    {
      name: "known-entities",
      trials: [
        ...onTextsOf(["a "], (text) => () => nested.find(text)),
        onDifferentWords((text) => () => listed.find(text)),
      ],
    },
    { name: "variants", trials: [onDifferentWords((text) => () => findVariants(text, sounds))] },
    {
      name: "group-names",
      trials: [
        {
          on: "persons of one surname",
          prepare: (length) => {
            const names = differentWords(length / 64).map((word) => `${word} Meyer`);
            return () => groupNames(names);
          },
        },
      ],
    },
    {
      name: "entity-list",
      trials: [
        {
          on: "entries of three words",
          prepare: (length) => {
            const entries = differentWords(length / 16).map((word, index) => ({
              value: `Projekt ${word} Nord ${index}`,
            }));
            return () => compileEntityList({ kind: "deny", entries });
          },
        },
      ],
    },
  ];
}

function documentFor(find: (doc: ReturnType<typeof createDocument>) => unknown) {
  return (text: string) => {
    const doc = createDocument(text, "en");
    return () => find(doc);
  };
}

function onDifferentWords(prepare: (text: string) => () => unknown) {
  return {
    on: "capitalised words, all different",
    prepare: (length: number) => prepare(differentWords(length / 6).join(" ")),
  };
}

function differentWords(count: number): readonly string[] {
  return Array.from({ length: count }, (_word, index) => `M${letters(index)}`);
}

/** Returns the entries of a list, all of which match at every position in a text of "a". */
function overlapping() {
  return Array.from({ length: 100 }, (_entry, index) => [
    { value: `${"a ".repeat(index + 1)}a` },
    { value: `${"a ".repeat(index + 1)}ab` },
  ]).flat();
}

function letters(number: number): string {
  return number.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz".charAt(Number(digit)));
}
