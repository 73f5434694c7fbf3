import { LogType, type LogEntry } from '@contracts';
import { readReplay } from '../playground/replay-request';
import { replayAddress } from './replay-address';

const READER_ID = 7;
const entry = {
  type: LogType.Consume,
  user_id: READER_ID,
  token_name: 'laptop',
  token_group: 'vip',
  model_name: 'gpt-4o',
  is_stream: true,
  request_id: 'req-1',
  other: '',
} as LogEntry; // a row as far as the address looks at it

function reasoningOf(changes: Partial<LogEntry>) {
  return readReplay(new URL(replayAddress({ ...entry, ...changes }, READER_ID), 'http://console').searchParams);
}

describe('the address that tries a call again', () => {
  it.each([
    ['', ''],
    ['{}', ''],
    ['{"reasoning_effort":""}', ''],
    ['{"reasoning_effort":3}', ''],
    ['broken', ''],
    ['{"reasoning_effort":"high"}', 'high'],
  ])('of a row with %j beside it carries the effort %j', (other, effort) => {
    expect(reasoningOf({ other })).toEqual({ model: 'gpt-4o', group: 'vip', stream: true, effort, requestId: '' });
  });

  it('names the call only when the reader made it in the playground', () => {
    expect(reasoningOf({ token_name: 'playground-vip' })).toMatchObject({ requestId: 'req-1' });
    expect(reasoningOf({ token_name: 'playground-vip', user_id: 8 })).toMatchObject({ requestId: '' });
  });
});
