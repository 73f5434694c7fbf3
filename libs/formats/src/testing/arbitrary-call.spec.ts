import fc from 'fast-check';
import { type ChatBlock, type ChatCall } from '../canonical/chat';
import { arbitraryCall } from './arbitrary-call';

function blocksOf(call: ChatCall): ChatBlock[] {
  return call.messages.flatMap(message => [...message.blocks]);
}

describe('arbitrary calls', () => {
  it('have the result of every tool call in the next message, in the order of the calls', () => {
    fc.assert(
      fc.property(arbitraryCall(), ({ messages }) => {
        messages.forEach(({ blocks }, index) => {
          const calls = blocks.flatMap(block => (block.type === 'toolCall' ? [block.id] : []));
          const next = messages[index + 1]?.blocks ?? [];
          const results = next.flatMap(block => (block.type === 'toolResult' ? [block.callId] : []));
          if (calls.length > 0) expect(results).toEqual(calls);
        });
        expect(messages.at(-1)?.role).toBe('user');
      }),
    );
  });

  it('leave out the features that are excluded', () => {
    const without = ['tools', 'image', 'audio', 'video', 'file', 'reasoning', 'system', 'developer', 'seed'] as const;
    fc.assert(
      fc.property(arbitraryCall({ without }), call => {
        expect(call.tools).toEqual([]);
        expect(call.settings).not.toHaveProperty('seed');
        for (const block of blocksOf(call)) expect(['text', 'refusal']).toContain(block.type);
        for (const { role } of call.messages) expect(['user', 'assistant']).toContain(role);
      }),
    );
  });

  it('show every kind of block sooner or later', () => {
    const seen = new Set(fc.sample(arbitraryCall(), 300).flatMap(call => blocksOf(call).map(block => block.type)));
    expect([...seen].sort()).toEqual([
      'audio',
      'file',
      'image',
      'reasoning',
      'refusal',
      'text',
      'toolCall',
      'toolResult',
      'video',
    ]);
  });
});
