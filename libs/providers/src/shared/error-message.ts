import { asList, asRecord, at, parseJson } from '@formats';
import { type UpstreamError } from '../contract/upstream';

type Path = readonly (string | number)[];

/** The code of an error that names none. */
export const NO_CODE = 'bad_response_status_code';

/** The most complaints in one message; a longer list would be unreadable. */
const COMPLAINTS_MAX = 5;

/** The places where providers put the sentence, in the order in which they are searched. */
const MESSAGE_PATHS: readonly Path[] = [
  ['message'],
  ['msg'],
  ['err'],
  ['error_msg'],
  ['header', 'message'],
  ['response', 'error', 'message'],
  ['error'],
  ['detail'],
  ['errors', 0, 'message'],
];

/**
 * Reads the error object of a response: whole when `error.message` is present, otherwise composed from the first place
 * that holds a sentence. Secrets are not yet masked.
 *
 * @param paths places after `error.message`; type 8 searches them in another order
 */
export function readError(status: number, body: string, paths: readonly Path[] = MESSAGE_PATHS): UpstreamError {
  const answer = parseJson(body);
  const whole = asRecord(at(answer, 'error'));
  const sentence = textOf(at(whole, 'message'));
  if (whole && sentence) {
    return {
      message: sentence,
      type: labelOf(whole.type) ?? 'upstream_error',
      param: labelOf(whole.param),
      code: labelOf(whole.code),
    };
  }
  return {
    message: firstSentence(answer, paths) ?? `bad response status code ${status}`,
    type: labelOf(at(answer, 'type')) ?? labelOf(whole?.type) ?? 'upstream_error',
    param: labelOf(at(answer, 'param')) ?? String(status),
    code: labelOf(at(answer, 'code')) ?? labelOf(whole?.code) ?? NO_CODE,
  };
}

function firstSentence(answer: unknown, paths: readonly Path[]): string | null {
  // Some providers send a bare JSON text with status 401.
  if (typeof answer === 'string') return textOf(answer);
  for (const path of paths) {
    const found = at(answer, ...path);
    const sentence = textOf(found) ?? complaintsIn(found);
    if (sentence) return sentence;
  }
  return null;
}

/**
 * Reads the list with which servers written in Python name the fields that they refuse: `[{loc: ["body",
 * "stream_options"], msg}]`.
 */
function complaintsIn(value: unknown): string | null {
  const complaints = asList(value).slice(0, COMPLAINTS_MAX);
  const sentences = complaints.flatMap(complaint => {
    const sentence = textOf(at(complaint, 'msg'));
    const place = asList(at(complaint, 'loc')).join('.');
    return sentence === null ? [] : [place === '' ? sentence : `${place}: ${sentence}`];
  });
  return sentences.length > 0 ? sentences.join('; ') : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Reads a code or a type, which are short words; relays also send numbers. */
function labelOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value.slice(0, 100) : null;
}
