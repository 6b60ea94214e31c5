/**
 * A place where bodies of `POST /sanitise` are worked on, and its queue. Bytes go in and bytes come out, so
 * that the event loop has nothing to do that grows with a text.
 */
export interface PiiLane {
  readonly name: string;
  /**
   * The response body for this request body.
   *
   * @throws ApiError `invalid_json`, `missing_field`, `invalid_field`; `busy` when the queue is full;
   * `sanitizer_unavailable` when the engine fails or takes too long
   */
  sanitise(body: Uint8Array): Promise<Uint8Array>;
  /** Jobs that run or wait. */
  pending(): number;
  close(): Promise<void>;
}
