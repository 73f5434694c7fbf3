import { missingUsage } from './older-usage';
import { NO_USAGE, type UsageSum } from './usage-hours';

function sum(changes: Partial<UsageSum>): UsageSum {
  const key = { userId: 1, tokenName: 'a', channelId: 7, group: 'default', modelName: 'm', username: 'ann' };
  return { ...key, isCharted: true, ...NO_USAGE, requests: 1, quota: 10, tokens: 5, ...changes };
}

function coarse(changes: Partial<UsageSum>): UsageSum {
  return sum({ tokenName: '', channelId: 0, group: '', ...changes });
}

describe('the figures that an hour lacks', () => {
  it('are those of its log, charted where the older version charted them', () => {
    const logged = [sum({ requests: 2, quota: 20, tokens: 10 }), sum({ tokenName: 'b' }), sum({ modelName: 'tested' })];
    const missing = missingUsage({ logged, counted: [], coarse: [coarse({ requests: 3, quota: 30, tokens: 15 })] });
    expect(missing).toEqual([logged[0], logged[1], { ...logged[2], isCharted: false }]);
  });

  it('are none when all of them are counted', () => {
    const logged = [sum({ requests: 3, quota: 30, tokens: 15 })];
    const counted = [sum({ requests: 2, quota: 20, tokens: 10 }), sum({ isCharted: false })];
    expect(missingUsage({ logged, counted, coarse: [] })).toEqual([]);
  });

  it('are the rest of those that are counted in part', () => {
    const logged = [sum({ requests: 5, quota: 50, tokens: 25 })];
    const missing = missingUsage({
      logged,
      counted: [sum({})],
      coarse: [coarse({ requests: 4, quota: 40, tokens: 20 })],
    });
    expect(missing).toEqual([sum({ requests: 4, quota: 40, tokens: 20 })]);
  });

  it('have no key, channel and group where the log was cleared', () => {
    const known = coarse({ requests: 4, quota: 40, tokens: 20 });
    expect(missingUsage({ logged: [sum({})], counted: [], coarse: [known] })).toEqual([
      sum({}),
      coarse({ requests: 3, quota: 30, tokens: 15 }),
    ]);
    expect(missingUsage({ logged: [], counted: [], coarse: [known] })).toEqual([known]);
  });
});
