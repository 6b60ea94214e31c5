export type ArgumentPart =
  | { readonly kind: "structure"; readonly text: string }
  /** A string value, as written between its quotation marks. */
  | { readonly kind: "string"; readonly written: string };

type State = "structure" | "name" | "string" | "broken";

const STRUCTURE = /^[\s{}[\],:A-Za-z0-9.+-]$/;
const CONTROL = " ";

/**
 * Finds the string values in JSON that arrives in pieces; names of members are not values. The
 * parts are the same wherever the text is cut. After the first character that JSON does not allow
 * at its place, nothing counts as a string.
 */
export class ArgumentReader {
  #state: State = "structure";
  /** For each open bracket, whether it opened an object. */
  readonly #objects: boolean[] = [];
  #atName = false;
  #isEscaped = false;
  /** The part of an unfinished string that has arrived. */
  #written = "";

  push(text: string): ArgumentPart[] {
    const parts: ArgumentPart[] = [];
    let structure = "";
    for (const unit of text.split("")) {
      const wasString = this.#state === "string";
      this.#read(unit);
      if (this.#state === "string") {
        if (wasString) this.#written += unit;
        else structure += unit;
        continue;
      }
      if (wasString) {
        if (structure !== "") parts.push({ kind: "structure", text: structure });
        structure = "";
        parts.push(this.#endOfString());
      }
      structure += unit;
    }
    if (structure !== "") parts.push({ kind: "structure", text: structure });
    return parts;
  }

  /** Returns the part of an unfinished string that was held back. */
  end(): string {
    const rest = this.#written;
    this.#written = "";
    return rest;
  }

  #endOfString(): ArgumentPart {
    const written = this.end();
    return this.#state === "broken"
      ? { kind: "structure", text: written }
      : { kind: "string", written };
  }

  #read(unit: string): void {
    switch (this.#state) {
      case "structure":
        this.#readStructure(unit);
        break;
      case "name":
      case "string":
        this.#readString(unit);
        break;
      case "broken":
    }
  }

  #readString(unit: string): void {
    if (unit < CONTROL) this.#state = "broken";
    else if (this.#isEscaped) this.#isEscaped = false;
    else if (unit === "\\") this.#isEscaped = true;
    else if (unit === '"') this.#state = "structure";
  }

  #readStructure(unit: string): void {
    switch (unit) {
      case '"':
        this.#state = this.#atName ? "name" : "string";
        break;
      case "{":
      case "[":
        this.#objects.push(unit === "{");
        this.#atName = unit === "{";
        break;
      case "}":
      case "]":
        if (this.#objects.pop() !== (unit === "}")) this.#state = "broken";
        this.#atName = false;
        break;
      case ":":
        this.#atName = false;
        break;
      case ",":
        this.#atName = this.#objects.at(-1) === true;
        break;
      default:
        if (!STRUCTURE.test(unit)) this.#state = "broken";
    }
  }
}
