import { type Readable } from 'node:stream';
import { type FastifyReply } from 'fastify';

/** A reader that takes nothing for this time is treated as gone. */
const STALL_TIMEOUT_MS = 60_000;

/** Sends a CSV file as a download. */
export function sendCsv(reply: FastifyReply, name: string, file: Readable | string): void {
  if (typeof file !== 'string') reply.raw.setTimeout(STALL_TIMEOUT_MS, () => file.destroy());
  void reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('x-content-type-options', 'nosniff')
    .send(file);
}
