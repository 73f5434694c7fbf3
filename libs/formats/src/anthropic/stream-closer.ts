import { type EarlyEnd, type StreamCloser } from '../canonical/chat-format';
import { at } from '../json/read-value';
import { frame } from './block-writer';
import { writeUsage } from './usage';

/** Ends a passed Messages stream: closes the open block, then the message with `max_tokens`. */
export class MessagesCloser implements StreamCloser {
  private readonly open = new Set<unknown>();

  see(payload: unknown): void {
    const type = at(payload, 'type');
    if (type === 'content_block_start') this.open.add(at(payload, 'index'));
    if (type === 'content_block_stop') this.open.delete(at(payload, 'index'));
  }

  close({ usage }: EarlyEnd): string {
    const blocks = [...this.open].map(index => frame('content_block_stop', { index })).join('');
    const delta = { stop_reason: 'max_tokens', stop_sequence: null };
    return blocks + frame('message_delta', { delta, usage: writeUsage(usage) }) + frame('message_stop', {});
  }
}
