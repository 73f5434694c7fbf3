import { join } from 'node:path';
import { Logger, SecretBox } from '@platform';
import { buildSnapshot, changedKeys, type SnapshotSources } from './option-snapshot';
import { loadShippedDefaults } from './shipped-defaults';

const box = new SecretBox(Buffer.from('a master key for this test only, long'));
const sources: SnapshotSources = {
  shipped: loadShippedDefaults(join(__dirname, '../../../../config')),
  publicUrl: 'https://public.example',
  box,
  logger: new Logger('silent'),
};

describe('a snapshot of the options', () => {
  it('holds the defaults, typed, while nothing is stored', () => {
    const { values, texts } = buildSnapshot(new Map(), null, sources);
    expect(values.PreConsumedQuota).toBe(500);
    expect(values.ModelRatio['gpt-4o']).toBe(1.25);
    expect(values.ServerAddress).toBe('https://public.example');
    expect(texts.Price).toBe('7.3');
  });

  it('opens sealed secrets', () => {
    const stored = new Map([['EpayKey', box.seal('service-secret', 'merchant key')]]);
    expect(buildSnapshot(stored, null, sources).values.EpayKey).toBe('merchant key');
  });

  it('keeps the last good value when a stored one is broken, also over further readings', () => {
    const good = buildSnapshot(new Map([['ModelRatio', '{"m":2}']]), null, sources);
    const broken = new Map([['ModelRatio', '{"m":']]);
    const second = buildSnapshot(broken, good, sources);
    const third = buildSnapshot(new Map(broken), second, sources);
    expect([second.values.ModelRatio, third.values.ModelRatio]).toEqual([{ m: 2 }, { m: 2 }]);
  });

  it('falls back to the default when a broken value is the first thing read', () => {
    const { values } = buildSnapshot(
      new Map([
        ['RetryTimes', 'many'],
        ['EpayKey', 'v1.broken'],
      ]),
      null,
      sources,
    );
    expect([values.RetryTimes, values.EpayKey]).toEqual([2, '']);
  });

  it('keeps the objects of unchanged options, stored or not', () => {
    const before = buildSnapshot(new Map([['GroupRatio', '{"default":2}']]), null, sources);
    const after = buildSnapshot(new Map([...before.stored, ['Notice', 'new']]), before, sources);
    expect(after.values.GroupRatio).toBe(before.values.GroupRatio);
    expect(after.values.ModelRatio).toBe(before.values.ModelRatio);
  });

  it('names exactly the keys whose stored text changed', () => {
    const before = buildSnapshot(
      new Map([
        ['Notice', 'a'],
        ['About', 'b'],
      ]),
      null,
      sources,
    );
    const after = buildSnapshot(
      new Map([
        ['Notice', 'a'],
        ['Price', '8'],
      ]),
      before,
      sources,
    );
    expect(changedKeys(before, after)).toEqual(['Price', 'About']);
  });
});
