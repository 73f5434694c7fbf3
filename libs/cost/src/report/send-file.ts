import { type Readable } from 'node:stream';
import { type FastifyReply } from 'fastify';

/** A reader that takes nothing for this time is treated as gone. */
const STALL_TIMEOUT_MS = 60_000;

/** A file that is downloaded. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly content: Readable | Buffer | string;
}

/** Sends a file as a download. */
export function sendFile(reply: FastifyReply, { name, type, content }: SentFile): void {
  const isStream = typeof content !== 'string' && !Buffer.isBuffer(content);
  if (isStream) reply.raw.setTimeout(STALL_TIMEOUT_MS, () => content.destroy());
  void reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('x-content-type-options', 'nosniff')
    .send(content);
}

/** Sends a CSV file as a download. */
export function sendCsv(reply: FastifyReply, name: string, content: Readable | string): void {
  sendFile(reply, { name, type: 'text/csv; charset=utf-8', content });
}
