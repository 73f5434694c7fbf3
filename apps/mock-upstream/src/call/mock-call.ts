import { type IncomingHttpHeaders } from 'node:http';

/** One request as the mock received it. */
export interface MockCall {
  readonly method: string;
  /** The path, with its query string. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
  /** The parsed JSON body; undefined when it is not JSON. */
  readonly body: unknown;
  /** `model` of the body, or empty. */
  readonly model: string;
  readonly receivedAtMs: number;
  /** Time when the connection of this response ended, from either side; null while it is open. */
  closedAtMs: number | null;
  /** Whether the whole response was sent before the connection ended. */
  finished: boolean;
}
