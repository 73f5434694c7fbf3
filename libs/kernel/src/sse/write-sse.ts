import { STREAM_DONE } from '@contracts';

const dataLines = (data: string): string =>
  data.includes('\n') || data.includes('\r') ? data.split(/\r\n|\r|\n/).join('\ndata: ') : data;

/** One event as text; data of several lines is written as several data fields. The type must be a single line. */
export const writeSse = (data: string, event = ''): string =>
  event === '' ? `data: ${dataLines(data)}\n\n` : `event: ${event}\ndata: ${dataLines(data)}\n\n`;

/** A comment, which readers ignore: keeps an idle connection open. */
export const writeSseComment = (text: string): string => `: ${text.replace(/[\r\n]+/g, ' ')}\n\n`;

/** The end of a stream in the OpenAI form. */
export const SSE_DONE = writeSse(STREAM_DONE);
