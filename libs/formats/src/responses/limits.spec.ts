import { DroppedFields } from '../canonical/dropped-fields';
import { responses } from './index';

/**
 * A conversation as long as a large body may hold must be read and written within {@link SECONDS_MAX}, whatever its
 * shape.
 */
const COUNT = 50_000;
const SECONDS_MAX = 3;

it.each([
  ['calls in a row', { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }],
  ['calls of unknown names', { type: 'function_call', call_id: 'c', name: 'nobody', arguments: '{}' }],
  ['reasoning in a row', { type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'gA' }],
  ['words in a row', { role: 'assistant', content: 'a' }],
  ['outputs in a row', { type: 'function_call_output', call_id: 'c', output: 'x' }],
])('%s are read and written without quadratic cost', (_name, item) => {
  const tools = [
    {
      type: 'namespace',
      name: 'space',
      tools: Array.from({ length: 2000 }, (_, index) => ({ type: 'function', name: `t${index}` })),
    },
  ];
  const begunAt = process.hrtime.bigint();
  const call = responses.readCall({ tools, input: Array.from({ length: COUNT }, () => item) });
  responses.writeCall(call, { model: 'm', isStream: false }, new DroppedFields());
  expect(Number(process.hrtime.bigint() - begunAt) / 1e9).toBeLessThan(SECONDS_MAX);
});
