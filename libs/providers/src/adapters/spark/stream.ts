import {
  type ChatStreamReader,
  type StreamFrame,
  type ChatEvent,
  parseJson,
  isJsonObject,
  at,
  asText,
  asList,
  readOpenAiUsage,
} from '@formats';
import { callEvents } from '../../shared/answer-events';
import { messageWithCode } from '../../shared/native-error';
import { derivedCallId } from '../../shared/read-call-parts';

/** The status of the last frame, in the header and in the choices. */
const LAST = 2;

/** The code for an answer that became unsafe; the answer ends with it. */
const OUTPUT_UNSAFE = 10014;

/** Reads the answer frames of the socket, one JSON object each. */
export class SparkStreamReader implements ChatStreamReader {
  isDone = false;
  private hasStarted = false;
  private hasText = false;
  private calls = 0;
  private sid = '';

  read(frame: StreamFrame): readonly ChatEvent[] {
    return this.readFrame(parseJson(frame.data));
  }

  end(): readonly ChatEvent[] {
    return [];
  }

  readFrame(frame: unknown): readonly ChatEvent[] {
    if (!isJsonObject(frame) || !isJsonObject(frame.header)) return [];
    const { header } = frame;
    const code = at(header, 'code');
    this.sid ||= asText(at(header, 'sid'));
    if (code !== undefined && code !== 0) return this.readError(code, asText(at(header, 'message')));
    const events: ChatEvent[] = [];
    if (!this.hasStarted) events.push({ type: 'start', id: this.sid, model: '' });
    this.hasStarted = true;
    const choices = at(frame, 'payload', 'choices');
    for (const piece of asList(at(choices, 'text'))) events.push(...this.readPiece(piece));
    if (at(header, 'status') === LAST || at(choices, 'status') === LAST) {
      this.isDone = true;
      events.push({ type: 'finish', choice: 0, reason: this.calls > 0 ? 'toolCalls' : 'stop' });
    }
    const usage = at(frame, 'payload', 'usage', 'text');
    if (isJsonObject(usage)) events.push({ type: 'usage', usage: readOpenAiUsage(usage) });
    return events;
  }

  private readPiece(piece: unknown): readonly ChatEvent[] {
    const events: ChatEvent[] = [];
    const reasoning = asText(at(piece, 'reasoning_content'));
    const text = asText(at(piece, 'content'));
    if (reasoning !== '') events.push({ type: 'reasoning', choice: 0, text: reasoning });
    if (text !== '') events.push({ type: 'text', choice: 0, text });
    this.hasText ||= events.length > 0;
    const name = asText(at(piece, 'function_call', 'name'));
    if (name === '') return events;
    const written = at(piece, 'function_call', 'arguments');
    const argumentsText = typeof written === 'string' ? written : JSON.stringify(written ?? {});
    const call = this.calls++;
    const id = derivedCallId(this.sid, call, name, argumentsText);
    return [...events, ...callEvents({ call, id, name, text: argumentsText || '{}' })];
  }

  private readError(code: unknown, message: string): readonly ChatEvent[] {
    this.isDone = true;
    if (code === OUTPUT_UNSAFE && this.hasText) return [{ type: 'finish', choice: 0, reason: 'contentFilter' }];
    const name = String(typeof code === 'number' || typeof code === 'string' ? code : 'unknown');
    const shown = messageWithCode({ message, code: name });
    return [{ type: 'error', error: { message: shown, type: 'upstream_error', code: name } }];
  }
}
