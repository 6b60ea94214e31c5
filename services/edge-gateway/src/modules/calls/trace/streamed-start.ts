/** An answer that has begun and is sent on while it is received. */
export interface StreamedStart {
  readonly outcome: "streamed";
  readonly attempts: number;
  readonly provider: string;
}
