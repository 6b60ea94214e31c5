interface SchemaNode {
  readonly anyOf?: readonly SchemaNode[];
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
}

/**
 * Returns every position of a body that can hold a value according to the schema, such as
 * `messages[].content` or `metadata.*`. A member name that the client chooses can hold a value too;
 * its position ends in `.*?`, such as `metadata.*?`.
 */
export function positionsOf(schema: object): readonly string[] {
  return [...new Set(placesIn(schema, ""))].toSorted();
}

function placesIn(
  { anyOf, items, properties, patternProperties }: SchemaNode,
  place: string,
): string[] {
  if (anyOf !== undefined) return anyOf.flatMap((variant) => placesIn(variant, place));
  if (items !== undefined) return placesIn(items, `${place}[]`);
  if (patternProperties !== undefined)
    return [
      `${place}.*?`,
      ...Object.values(patternProperties).flatMap((value) => placesIn(value, `${place}.*`)),
    ];
  if (properties === undefined) return [place];
  return Object.entries(properties).flatMap(([name, value]) =>
    placesIn(value, place === "" ? name : `${place}.${name}`),
  );
}

/**
 * Returns a copy of the body with the value at the position. Creates missing objects and arrays.
 */
export function plantAt(body: object, position: string, value: unknown): object {
  const steps = position.split(/\.|(?=\[\])/);
  return plantedIn(structuredClone(body), steps, value) as object;
}

function plantedIn(holder: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (step === "[]") {
    const [first, ...others] = Array.isArray(holder) ? holder : [undefined];
    return [plantedIn(first, rest, value), ...others];
  }
  const record = (typeof holder === "object" ? holder : null) as Record<string, unknown> | null;
  if (step === "*?") return { ...record, [String(value)]: "x" };
  return { ...record, [step]: plantedIn(record?.[step], rest, value) };
}

/** Returns the value at the position, in the first item of each array. Undefined if there is none. */
export function valueAt(body: object, position: string): unknown {
  return position.split(/\.|(?=\[\])/).reduce<unknown>((holder, step) => {
    if (typeof holder !== "object" || holder === null) return undefined;
    return (holder as Record<string, unknown>)[step === "[]" ? "0" : step];
  }, body);
}
