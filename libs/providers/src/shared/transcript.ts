import { type JsonObject, asList, asText, at, parseJson } from '@formats';
import { type AnswerReading, type BytesReading } from '../contract/upstream';

/** A transcript as the provider returned it, before it takes the form that the caller requested. */
export interface Transcript {
  readonly text: string;
  /** The transcript in the WebVTT form; empty when the provider returns none. */
  readonly vtt: string;
  readonly language?: string;
  readonly durationSeconds?: number;
  readonly segments: readonly unknown[];
  readonly words: readonly unknown[];
}

interface TranscriptReadingOptions {
  /** The caller's `response_format`: json, text, srt, vtt, verbose_json. */
  readonly format: unknown;
  readonly task: 'transcribe' | 'translate';
  readonly transcriptOf: (body: unknown) => Transcript;
  readonly isError?: (body: unknown) => boolean;
}

/** Reads an answer with a transcript in the form that callers of the transcription endpoints request. */
export function transcriptReading(options: TranscriptReadingOptions): AnswerReading {
  const isError = options.isError && { isError: options.isError };
  switch (options.format) {
    case 'text':
      return textReading(body => options.transcriptOf(body).text, 'text/plain; charset=utf-8', options);
    case 'vtt':
      return textReading(body => options.transcriptOf(body).vtt, 'text/vtt; charset=utf-8', options);
    case 'srt':
      return textReading(body => srtOf(options.transcriptOf(body).vtt), 'text/plain; charset=utf-8', options);
    default:
      return {
        kind: 'json',
        convert: body => ({ body: jsonOf(options.transcriptOf(body), options), usage: { kind: 'missing' } }),
        ...isError,
      };
  }
}

function jsonOf(transcript: Transcript, { format, task }: TranscriptReadingOptions): JsonObject {
  const { text, language, durationSeconds, segments, words } = transcript;
  // Audio is billed by its length, and the plain form has a place for the length, too.
  const usage = durationSeconds === undefined ? {} : { usage: { type: 'duration', seconds: durationSeconds } };
  if (format !== 'verbose_json') return { text, ...usage };
  return {
    task,
    ...(language !== undefined && { language }),
    ...(durationSeconds !== undefined && { duration: durationSeconds }),
    text,
    segments: segments.map((segment, id) => ({ id, ...(typeof segment === 'object' ? segment : {}) })),
    ...(words.length > 0 && { words }),
    ...usage,
  };
}

function textReading(
  textOf: (body: unknown) => string,
  contentType: string,
  { isError }: TranscriptReadingOptions,
): BytesReading {
  return {
    kind: 'bytes',
    framing: 'sse',
    contentType,
    openReader: () => ({ read: ({ data }) => Buffer.from(textOf(parseJson(data))), error: null }),
    ...(isError && { isError }),
  };
}

/** Converts WebVTT to SRT: numbered blocks, times always with hours, a comma before the milliseconds. */
function srtOf(vtt: string): string {
  const blocks = vtt.split(/\r?\n\r?\n/).filter(block => block.includes('-->'));
  const written = blocks.map((block, index) => {
    const lines = block.split(/\r?\n/);
    const at = lines.findIndex(line => line.includes('-->'));
    return [String(index + 1), srtTimes(lines[at] ?? ''), ...lines.slice(at + 1).filter(line => line !== '')].join(
      '\n',
    );
  });
  return written.length === 0 ? '' : `${written.join('\n\n')}\n`;
}

function srtTimes(line: string): string {
  const times = line.match(/(?:\d{1,6}:)?\d{1,2}:\d{2}\.\d{3}/g) ?? [];
  const written = times.slice(0, 2).map(time => (time.split(':').length === 2 ? `00:${time}` : time).replace('.', ','));
  return written.join(' --> ');
}

/** Reads a transcript under the names that providers commonly use: `text`, `vtt`, `words`, `segments`. */
export function plainTranscript(result: unknown): Transcript {
  return {
    text: asText(at(result, 'text')),
    vtt: asText(at(result, 'vtt')),
    segments: asList(at(result, 'segments')),
    words: asList(at(result, 'words')),
  };
}
