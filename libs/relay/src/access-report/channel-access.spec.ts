import { CatalogSnapshot, type CatalogChannel } from '@channel';
import { makeCatalogChannel } from '@channel/testing';
import { concernedChannels, reasonsAgainst, type AccessRequest } from './channel-access';
import { foreseeAttempts } from './foreseen-attempts';

function channel(id: number, changes: Partial<CatalogChannel> = {}): CatalogChannel {
  return makeCatalogChannel({ id, ...changes });
}

function request(changes: Partial<AccessRequest> = {}): AccessRequest {
  return {
    requirements: { model: 'm', endpoint: 'chat', promptTokens: 0 },
    groups: ['default', 'vip'],
    servingGroup: 'default',
    pinnedId: null,
    ...changes,
  };
}

describe('reasons against a channel', () => {
  it('include an earlier group of the key that serves the model already', () => {
    const later = channel(2, { groups: ['vip'] });
    const snapshot = new CatalogSnapshot([channel(1), later]);
    expect(reasonsAgainst(snapshot, later, request())).toEqual(['laterGroup']);
    expect(reasonsAgainst(snapshot, later, request({ groups: ['vip'], servingGroup: 'vip' }))).toEqual([]);
  });

  it('include a circular mapping', () => {
    const mapping = new Map([
      ['m', 'n'],
      ['n', 'm'],
    ]);
    const round = channel(1, { modelMapping: mapping });
    expect(reasonsAgainst(new CatalogSnapshot([round]), round, request())).toEqual(['mapping']);
  });

  it('include a prompt from one token above the channel’s limit', () => {
    const small = channel(1, { maxInputTokens: 8 });
    const at = (promptTokens: number) =>
      reasonsAgainst(
        new CatalogSnapshot([small]),
        small,
        request({ requirements: { model: 'm', endpoint: 'chat', promptTokens } }),
      );
    expect([at(8), at(9)]).toEqual([[], ['promptTokens']]);
  });
});

describe('the channels of an access report', () => {
  it('are those with the model, those in the groups, and the one that is named', () => {
    const channels = [
      channel(1, { groups: ['elsewhere'] }),
      channel(2, { models: ['other'] }),
      channel(3, { models: ['other'], groups: ['elsewhere'] }),
      channel(4, { models: ['other'], groups: ['elsewhere'] }),
    ];
    const concerned = concernedChannels(new CatalogSnapshot(channels), request({ pinnedId: 4 }));
    expect(concerned.map(({ id }) => id)).toEqual([1, 2, 4]);
  });
});

describe('foreseen attempts', () => {
  const tiers = [{ channels: [channel(1, { weight: 30 }), channel(2)] }, { channels: [channel(3)] }];
  const isResting = () => false;

  it('end when every channel has failed once', () => {
    const attempts = foreseeAttempts({ tiers, isResting, attemptsMax: 100, isByWeight: true });
    expect(attempts.map(asks => asks.map(({ channel: { id }, portion }) => [id, portion]))).toEqual([
      [
        [1, 0.8],
        [2, 0.2],
      ],
      [[3, 1]],
      [[2, 1]],
    ]);
  });

  it('end at the limit, and there are none without channels', () => {
    expect(foreseeAttempts({ tiers, isResting, attemptsMax: 1, isByWeight: true })).toHaveLength(1);
    expect(foreseeAttempts({ tiers: [], isResting, attemptsMax: 5, isByWeight: true })).toEqual([]);
  });
});
