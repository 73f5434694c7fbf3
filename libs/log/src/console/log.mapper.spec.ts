import { type LogEntity } from '../store/log.entity';
import { toAdminEntry, toOwnEntry } from './log.mapper';

const row: LogEntity = {
  id: 981,
  userId: 3,
  createdAtMs: 1_740_003_600_999,
  type: 2,
  content: 'c',
  username: 'ann',
  tokenName: 'laptop',
  tokenId: 5,
  tokenGroup: 'default',
  modelName: 'gpt-4o',
  quota: 41,
  promptTokens: 9,
  completionTokens: 6,
  useTimeMs: 2_900,
  isStream: true,
  channelId: 7,
  clientIp: '203.0.113.9',
  requestId: 'r',
  cost: null,
  teamId: null,
  tags: null,
  other: '{"frt":640,"admin_info":{"use_channel":["3","7"]}}',
};

describe('a log row', () => {
  it('of a charged call gets its text from its figures, unless it stores one', () => {
    const other = JSON.stringify({ model_ratio: 0.075, completion_ratio: 4, group_ratio: 1, model_price: -1 });
    const text = 'model ratio 0.075, completion ratio 4.00, group ratio 1.00';
    for (const show of [toAdminEntry(row, ''), toOwnEntry(row, 1)]) expect(show.content).toBe('c');
    const entries = (changes: Partial<LogEntity>) => {
      const bare = { ...row, content: '', other, ...changes };
      return [toAdminEntry(bare, '').content, toOwnEntry(bare, 1).content];
    };
    expect(entries({})).toEqual([text, text]);
    expect(entries({ type: 5 })).toEqual(['', '']);
    expect(entries({ other: '{}' })).toEqual(['', '']);
    expect(entries({ other: '{"model_ratio":' })).toEqual(['', '']);
  });

  it('has whole seconds, the channel and its name for administrators', () => {
    expect(toAdminEntry(row, 'main')).toMatchObject({
      id: 981,
      created_at: 1_740_003_600,
      use_time: 2,
      duration_ms: 2_900,
      channel: 7,
      channel_name: 'main',
      other: row.other,
    });
  });

  it('hides the channel, the id and what is meant for administrators from its owner', () => {
    expect(toOwnEntry(row, 1)).toMatchObject({ id: 1, channel: 0, channel_name: '', other: '{"frt":640}' });
    expect(toOwnEntry(row, 1)).toMatchObject({ client_ip: '203.0.113.9', request_id: 'r', quota: 41, user_id: 3 });
  });

  it('shows its owner nothing of a text that cannot be cleaned', () => {
    expect(toOwnEntry({ ...row, other: '{"admin_info":' }, 1).other).toBe('');
    expect(toOwnEntry({ ...row, other: '' }, 1).other).toBe('');
  });
});
