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
} as LogEntry; // a row with only the fields that the address needs

function reasoningOf(changes: Partial<LogEntry>) {
  return readReplay(new URL(replayAddress({ ...entry, ...changes }, READER_ID), 'http://console').searchParams);
}

describe('the address of a replay', () => {
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

  it('has the request id only when the reader made the call in the playground', () => {
    expect(reasoningOf({ token_name: 'playground-vip' })).toMatchObject({ requestId: 'req-1' });
    expect(reasoningOf({ token_name: 'playground-vip', user_id: 8 })).toMatchObject({ requestId: '' });
  });
});
