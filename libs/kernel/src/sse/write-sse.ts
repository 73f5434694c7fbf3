import { STREAM_DONE } from '@contracts';

function dataLines(data: string): string {
  return data.includes('\n') || data.includes('\r') ? data.split(/\r\n|\r|\n/).join('\ndata: ') : data;
}

/** One event as text; data of several lines is written as several data fields. The type must be a single line. */
export function writeSse(data: string, event = ''): string {
  return event === '' ? `data: ${dataLines(data)}\n\n` : `event: ${event}\ndata: ${dataLines(data)}\n\n`;
}

/** The end of a stream in the OpenAI form. */
export const SSE_DONE = writeSse(STREAM_DONE);
