import { ConfigurationError } from "@veil/config";

// Its own types are not there to build with where the package is not installed: what is used of them stands here.

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

/** Not a literal to the compiler, which would look for the package. */
const PACKAGE: string = "onnxruntime-node";

/**
 * The runtime of ONNX, an optional package with native code.
 *
 * @throws ConfigurationError where it is not installed or has no library for this machine
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
