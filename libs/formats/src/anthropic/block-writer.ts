import { type Seal, type UrlCitation } from '../canonical/chat';
import { type JsonObject } from '../json/read-value';
import { pageCitation } from './answer-parts';
import { redactedDataOf, signatureOf, standsAlone } from './seals';

/** Writes one event of a Messages stream as text; the data repeats the event's name. */
export function frame(type: string, fields: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

const DELTA = 'content_block_delta';

/**
 * Writes the content blocks of a stream: one is open at a time, they are numbered as they begin, and each is closed
 * before the next.
 */
export class BlockWriter {
  private open: 'text' | 'thinking' | 'call' | null = null;
  private index = -1;
  /** The fields that begin every delta of the open block, serialised once. */
  private deltaHead = '';
  private hasInput = false;
  private reasoningLength = 0;
  /** White space for which no block has been opened. */
  private space = '';

  /** A blank text opens no block: it is kept until more text comes, and discarded when another block begins. */
  text(text: string): string {
    if (text === '') return '';
    if (this.open === 'text') return this.textDelta(text);
    this.space += text; // the text so far is blank, so only the new piece has to be examined
    if (text.trim() === '') return '';
    const whole = this.space;
    return this.start('text', { type: 'text', text: '' }) + this.textDelta(whole);
  }

  reasoning(text: string): string {
    if (text === '') return '';
    const start = this.open === 'thinking' ? '' : this.startThinking();
    this.reasoningLength += text.length;
    return start + this.delta({ type: 'thinking_delta', thinking: text });
  }

  /** Ends the reasoning before it with a signature, or writes a block of its own. */
  seal(seal: Seal): string {
    const isBehindText = this.open === 'thinking' && this.reasoningLength > 0;
    if (standsAlone(seal, isBehindText ? 'text' : '')) return this.redacted(seal);
    const start = this.open === 'thinking' ? '' : this.startThinking();
    return start + this.delta({ type: 'signature_delta', signature: signatureOf(seal) }) + this.stop();
  }

  redacted(seal: Seal): string {
    return this.start(null, { type: 'redacted_thinking', data: redactedDataOf(seal) }) + this.stopIndex();
  }

  cite(citation: UrlCitation): string {
    return this.open === 'text' ? this.delta({ type: 'citations_delta', citation: pageCitation(citation) }) : '';
  }

  call(id: string, name: string): string {
    const start = this.start('call', { type: 'tool_use', id, name, input: {} });
    this.hasInput = false;
    return start;
  }

  /** Writes a piece of the open call's input. */
  input(piece: string): string {
    if (piece === '' || this.open !== 'call') return '';
    this.hasInput = true;
    return this.delta({ type: 'input_json_delta', partial_json: piece });
  }

  /** Closes the open block; a message without any block gets an empty text, which some clients need. */
  finish(): string {
    if (this.index >= 0) return this.stop();
    const text = this.space;
    const start = this.start('text', { type: 'text', text: '' });
    return start + (text === '' ? '' : this.textDelta(text)) + this.stop();
  }

  private startThinking(): string {
    const start = this.start('thinking', { type: 'thinking', thinking: '', signature: '' });
    this.reasoningLength = 0;
    return start;
  }

  private start(kind: 'text' | 'thinking' | 'call' | null, block: JsonObject): string {
    const before = this.stop();
    this.open = kind;
    this.index += 1;
    this.space = '';
    this.deltaHead = `event: ${DELTA}\ndata: {"type":"${DELTA}","index":${this.index},"delta":`;
    return before + frame('content_block_start', { index: this.index, content_block: block });
  }

  /** Puts the event together by itself, because nearly every event of a stream is one of these. */
  private textDelta(text: string): string {
    return `${this.deltaHead}{"type":"text_delta","text":${JSON.stringify(text)}}}\n\n`;
  }

  private delta(delta: JsonObject): string {
    return `${this.deltaHead}${JSON.stringify(delta)}}\n\n`;
  }

  /** The start of a call; a call without any input is written with an empty object. */
  private stop(): string {
    if (this.open === null) return '';
    const input = this.open === 'call' && !this.hasInput ? this.input('{}') : '';
    this.open = null;
    return input + this.stopIndex();
  }

  private stopIndex(): string {
    return frame('content_block_stop', { index: this.index });
  }
}
