import fc from 'fast-check';
import { DroppedFields } from '../canonical/dropped-fields';
import { type JsonObject } from '../json/read-value';
import { openaiFormat } from './index';

const KEYS = [
  'role',
  'content',
  'tool_calls',
  'function',
  'id',
  'index',
  'choices',
  'delta',
  'message',
  'type',
  'name',
];
const MORE = ['messages', 'tools', 'arguments', 'image_url', 'url', 'text', 'error', 'usage', 'audio', 'stop', 'file'];

/** Objects that use the field names of the format in the wrong places. */
const odd = fc.object({ key: fc.constantFrom(...KEYS, ...MORE), maxDepth: 5, maxKeys: 6, withNullPrototype: false });

describe('unexpected input', () => {
  it('is read as a call, which can be written again', () => {
    fc.assert(
      fc.property(odd, body => {
        const call = openaiFormat.readCall(body as JsonObject);
        openaiFormat.writeCall(call, { model: 'm', isStream: true }, new DroppedFields());
      }),
      { numRuns: 400 },
    );
  });

  it('is read as an answer with a list of choices', () => {
    fc.assert(
      fc.property(fc.oneof(odd, fc.anything()), body => {
        expect(Array.isArray(openaiFormat.readAnswer(body).choices)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('yields events or nothing in a stream', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            odd.map(value => JSON.stringify(value)),
            fc.string(),
          ),
        ),
        payloads => {
          const reader = openaiFormat.openReader();
          const events = payloads.flatMap(data => reader.read({ event: '', data }));
          expect([...events, ...reader.end()].every(event => typeof event.type === 'string')).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
  });
});
