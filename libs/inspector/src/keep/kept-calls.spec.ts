import { type OptionValues } from '@contracts';
import { type Options } from '@option';
import { EventBus, type Logger } from '@platform';
import { KeptCalls } from './kept-calls';
import { type KeptCallsStore, type NewKeptCall } from './kept-calls.store';

const call = { requestId: 'a', content: 'sealed' } as NewKeptCall;
const logger = { warn: () => undefined, error: () => undefined } as unknown as Logger;

/** A store whose writes wait until a test lets them go on. */
function slowStore() {
  const rows: NewKeptCall[] = [];
  let letGo = (): void => undefined;
  const isReady = new Promise<void>(resolve => (letGo = resolve));
  const store = {
    add: async (calls: readonly NewKeptCall[]) => {
      await isReady;
      rows.push(...calls);
    },
    removeAll: () => Promise.resolve(rows.splice(0).length),
  };
  return { rows, letGo, store: store as unknown as KeptCallsStore };
}

describe('calls that are still being written', () => {
  let values: { InspectorEnabled: boolean; InspectorStoreMegabytes: number };
  let events: EventBus;
  let slow: ReturnType<typeof slowStore>;
  let kept: KeptCalls;

  beforeEach(() => {
    values = { InspectorEnabled: true, InspectorStoreMegabytes: 1 };
    events = new EventBus(logger);
    slow = slowStore();
    const options = { current: values as OptionValues } as unknown as Options;
    kept = new KeptCalls(slow.store, options, logger, events);
  });

  it('stay when recording goes on', async () => {
    slow.letGo();
    await kept.add([call]);
    expect(slow.rows).toEqual([call]);
  });

  it('are removed when recording was switched off, and the store emptied, before they were there', async () => {
    const adding = kept.add([call]);
    values.InspectorEnabled = false;
    events.publish('option.changed', { keys: ['InspectorEnabled'] });
    await new Promise(resolve => setTimeout(resolve, 5));
    slow.letGo();
    await adding;
    expect(slow.rows).toEqual([]);
  });
});
