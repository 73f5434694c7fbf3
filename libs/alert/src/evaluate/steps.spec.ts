import { type AlertEntity } from '../store/alert.entity';
import { stepsOf } from './steps';

const MINUTE_MS = 60_000;
const START_MS = 1_700_000_000_000;
const RULE = { forMinutes: 5, remindMinutes: 60 };
const FINDING = { subject: 'all', sentence: 'sign_ups', figures: {} } as const;

function alert(changes: Partial<AlertEntity>): AlertEntity {
  const times = { begunAtMs: START_MS, firedAtMs: 0, seenAtMs: START_MS, toldAtMs: START_MS, acknowledgedAtMs: 0 };
  return { subject: 'all', state: 'firing', ...times, ...changes } as AlertEntity; // what steps look at
}

function deeds(changes: Partial<AlertEntity>, minutes: number, { isFound = true, rule = RULE } = {}) {
  return stepsOf(rule, isFound ? [FINDING] : [], [alert(changes)], START_MS + minutes * MINUTE_MS).map(step => step.do);
}

describe('what follows from a finding', () => {
  it('begins an alert, which fires at once where a rule waits for nothing', () => {
    expect(stepsOf(RULE, [FINDING], [], START_MS)).toEqual([{ do: 'begin', finding: FINDING, isFiring: false }]);
    const [step] = stepsOf({ ...RULE, forMinutes: 0 }, [FINDING], [], START_MS);
    expect(step).toMatchObject({ do: 'begin', isFiring: true });
  });

  it('is one alert, however often a subject is found', () => {
    expect(stepsOf(RULE, [FINDING, FINDING], [], START_MS)).toHaveLength(1);
  });

  it.each([
    [4.99, 'see'],
    [5, 'fire'],
  ])('fires after the minutes of the rule, at %d: %s', (minutes, deed) => {
    expect(deeds({ state: 'pending' }, minutes)).toEqual([deed]);
  });

  it.each([
    [59.99, {}, 'see'],
    [60, {}, 'remind'],
    [60, { acknowledgedAtMs: 1 }, 'see'],
  ])('reminds after %d minutes, %j: %s', (minutes, changes, deed) => {
    expect(deeds(changes, minutes)).toEqual([deed]);
  });

  it('never reminds where a rule does not ask for it', () => {
    expect(deeds({}, 100_000, { rule: { ...RULE, remindMinutes: 0 } })).toEqual(['see']);
  });
});

describe('what follows when nothing is found', () => {
  it('forgets what never fired', () => {
    expect(deeds({ state: 'pending' }, 0, { isFound: false })).toEqual(['forget']);
  });

  it.each([
    [1.6, []],
    [1.7, ['end']],
  ])('ends what fires only after a while, at %d minutes: %j', (minutes, expected) => {
    expect(deeds({}, minutes, { isFound: false })).toEqual(expected);
  });

  it('ends one subject and goes on with another', () => {
    const others = [alert({ subject: 'all' }), alert({ subject: 'channel:1' })];
    const steps = stepsOf(RULE, [FINDING], others, START_MS + 2 * MINUTE_MS);
    expect(steps.map(step => step.do)).toEqual(['see', 'end']);
  });
});
