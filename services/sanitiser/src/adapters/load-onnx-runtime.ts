import { ConfigurationError } from "@veil/config";

// The package is optional, so its types may be missing in a build; these are the parts in use.

interface OnnxTensor {
  readonly type: string;
  readonly data: ArrayLike<unknown>;
}

export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(
    inputs: Readonly<Record<string, OnnxTensor>>,
    outputs: readonly string[],
  ): Promise<Readonly<Record<string, OnnxTensor>>>;
  release(): Promise<void>;
}

export interface OnnxRuntime {
  readonly InferenceSession: {
    create(file: string, options: { readonly intraOpNumThreads: number }): Promise<OnnxSession>;
  };
  readonly Tensor: new (type: "int64", data: BigInt64Array, shape: readonly number[]) => OnnxTensor;
}

const PACKAGE: string = "onnxruntime-node";

/**
 * The optional native package.
 * @throws ConfigurationError when it is not installed or has no library for this machine
 */
export async function loadOnnxRuntime(): Promise<OnnxRuntime> {
  try {
    return (await import(PACKAGE)) as OnnxRuntime;
  } catch {
    throw new ConfigurationError(
      `Bad configuration: NER_MODEL_DIR needs the optional package ${PACKAGE}, which cannot be loaded here`,
    );
  }
}
