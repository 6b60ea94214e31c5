/// <reference lib="dom" />

/** An error in what the reader entered. */
export class InputProblem extends Error {
  override readonly name = "InputProblem";
  readonly field: HTMLElement | undefined;

  constructor(message: string, field?: HTMLElement) {
    super(message);
    this.field = field;
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement;

function control(form: HTMLFormElement, name: string): Control {
  const found = form.elements.namedItem(name);
  if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) return found;
  throw new TypeError(`The form has no ${name}`);
}

/** Returns the parsed words of a field. @throws InputProblem with the parser's message */
export function parsedWords<T>(
  form: HTMLFormElement,
  name: string,
  parse: (text: string) => T,
): readonly T[] {
  const field = control(form, name);
  const words = field.value.split(/\s+/).filter((word) => word !== "");
  try {
    return words.map(parse);
  } catch (error) {
    throw new InputProblem(error instanceof Error ? error.message : "it has another form", field);
  }
}

/** Returns the bytes of the chosen file, or undefined if the reader chose none. */
export async function chosenFile(
  form: HTMLFormElement,
  name: string,
): Promise<Uint8Array | undefined> {
  const field = control(form, name);
  const file = field instanceof HTMLInputElement ? field.files?.[0] : undefined;
  if (file === undefined) return undefined;
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new InputProblem(`the file ${file.name} cannot be read`, field);
  }
}

export async function requiredFile(form: HTMLFormElement, name: string): Promise<Uint8Array> {
  const bytes = await chosenFile(form, name);
  if (bytes === undefined) throw new InputProblem("choose a file", control(form, name));
  return bytes;
}

export async function loaded(path: string, what: string): Promise<Uint8Array> {
  const response = await fetch(path, { cache: "no-store", credentials: "omit" });
  if (response.status !== 200)
    throw new InputProblem(`${what} could not be loaded: the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
