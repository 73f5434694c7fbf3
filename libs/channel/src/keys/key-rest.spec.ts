import {
  FAILURE_WINDOW_MS,
  FAILURES_MAX,
  KeyRest,
  MODEL_EFFECTS,
  REQUESTED_REST_MAX_MS,
  REST_MAX_MS,
  REST_MS,
  type KeyOutcome,
} from './key-rest';

function busy(retryAfterSeconds: number | null = null): KeyOutcome {
  return { kind: 'busy', retryAfterSeconds };
}

const broken: KeyOutcome = { kind: 'broken', retryAfterSeconds: null };
const served: KeyOutcome = { kind: 'served' };

/** One request from start to finish. */
function ask(rest: KeyRest, outcome: KeyOutcome, atMs: number) {
  return rest.end(rest.begin(atMs), outcome, atMs);
}

describe('a busy key', () => {
  it.each([
    [null, REST_MS],
    [7, 7000],
    [0, REST_MS],
    [120, 120_000],
    [86_400, REQUESTED_REST_MAX_MS],
  ])('asked to wait %s s rests for %i ms', (seconds, restMs) => {
    const rest = new KeyRest();
    ask(rest, busy(seconds), 1000);
    expect(rest.waitMs(1000)).toBe(restMs);
    expect(rest.waitMs(1000 + restMs - 1)).toBe(1);
    expect(rest.waitMs(1000 + restMs)).toBe(0);
  });

  it('rests twice as long each time, up to a limit, until a request succeeds', () => {
    const rest = new KeyRest();
    let now = 0;
    const rests = Array.from({ length: 7 }, () => {
      ask(rest, busy(), now);
      const waitMs = rest.waitMs(now);
      now += waitMs;
      return waitMs;
    });
    expect(rests).toEqual([30_000, 60_000, ...Array.from({ length: 5 }, () => REST_MAX_MS)]);
    ask(rest, served, now);
    expect(rest.isClean).toBe(true);
    ask(rest, busy(), now);
    expect(rest.waitMs(now)).toBe(REST_MS);
  });

  it('does not rest longer because of requests that were already running', () => {
    const rest = new KeyRest();
    const tickets = [rest.begin(0), rest.begin(0), rest.begin(0)];
    for (const ticket of tickets) rest.end(ticket, busy(), 10);
    expect(rest.waitMs(10)).toBe(REST_MS);
  });

  it('is not considered recovered because of a request that was already running', () => {
    const rest = new KeyRest();
    const early = rest.begin(0);
    ask(rest, busy(), 5);
    rest.end(early, served, 10);
    expect(rest.waitMs(10)).toBeGreaterThan(0);
  });
});

describe('a key that fails', () => {
  const failures = (rest: KeyRest, count: number, everyMs = 1) => {
    for (let at = 0; at < count; at++) ask(rest, broken, at * everyMs);
  };

  it('rests after so many failures, not one earlier', () => {
    const rest = new KeyRest();
    failures(rest, FAILURES_MAX - 1);
    expect(rest.waitMs(100)).toBe(0);
    ask(rest, broken, 100);
    expect(rest.waitMs(100)).toBe(REST_MS);
  });

  it('does not rest when they are far apart', () => {
    const rest = new KeyRest();
    failures(rest, FAILURES_MAX * 3, FAILURE_WINDOW_MS / (FAILURES_MAX - 1));
    expect(rest.waitMs(FAILURE_WINDOW_MS * 3)).toBe(0);
  });

  it('does not rest when a success lies between its failures', () => {
    const rest = new KeyRest();
    failures(rest, FAILURES_MAX - 1);
    ask(rest, served, 50);
    failures(rest, FAILURES_MAX - 1);
    expect(rest.waitMs(100)).toBe(0);
  });

  it('rests after as many refusals of the key', () => {
    const rest = new KeyRest();
    for (let at = 0; at < FAILURES_MAX; at++) ask(rest, { kind: 'refused', retryAfterSeconds: null }, at);
    expect(rest.waitMs(FAILURES_MAX)).toBeGreaterThan(0);
  });

  it.each([
    ['the caller left', { kind: 'none' }],
    ['the request was bad', { kind: 'badRequest', retryAfterSeconds: null }],
    ['the account lacks the model', { kind: 'modelUnavailable', retryAfterSeconds: null }],
  ] as const)('is not blamed when %s', (_reason, outcome) => {
    const rest = new KeyRest();
    for (let at = 0; at < 20; at++) ask(rest, outcome, at);
    expect(rest.isClean).toBe(true);
  });
});

describe('after the rest', () => {
  const rested = () => {
    const rest = new KeyRest();
    ask(rest, busy(10), 0);
    return rest;
  };

  it('one request may try, and others wait for it', () => {
    const rest = rested();
    expect(rest.begin(10_000).isProbe).toBe(true);
    expect(rest.waitMs(10_000)).toBeGreaterThan(0);
    expect(rest.begin(10_000).isProbe).toBe(false);
  });

  it('its success makes the key usable again', () => {
    const rest = rested();
    rest.end(rest.begin(10_000), served, 10_500);
    expect(rest.waitMs(10_500)).toBe(0);
    expect(rest.isClean).toBe(true);
  });

  it('its failure begins a longer rest at once', () => {
    const rest = rested();
    rest.end(rest.begin(10_000), broken, 10_500);
    expect(rest.waitMs(10_500)).toBe(2 * REST_MS);
  });

  it('the next one may try when it ended without an outcome', () => {
    const rest = rested();
    rest.end(rest.begin(10_000), { kind: 'none' }, 10_500);
    expect(rest.waitMs(10_500)).toBe(0);
    expect(rest.begin(10_500).isProbe).toBe(true);
  });

  it('the next one may try when it was lost', () => {
    const rest = rested();
    rest.begin(10_000);
    expect(rest.waitMs(129_999)).toBe(1);
    expect(rest.begin(130_000).isProbe).toBe(true);
  });
});

describe('a model of a channel', () => {
  const missing: KeyOutcome = { kind: 'modelUnavailable', retryAfterSeconds: null };

  it('rests when the account lacks it again and again, and for no other failure', () => {
    const rest = new KeyRest(MODEL_EFFECTS);
    for (let at = 0; at < 2 * FAILURES_MAX; at++) ask(rest, at % 2 ? broken : busy(), at);
    expect(rest.isClean).toBe(true);
    for (let at = 0; at < FAILURES_MAX; at++) ask(rest, missing, 100);
    expect(rest.waitMs(100)).toBe(REST_MS);
  });
});

describe('what another node has found out', () => {
  it('is taken over, and ends with its success', () => {
    const rest = new KeyRest();
    rest.adopt(20_000, 0);
    expect(rest.waitMs(0)).toBe(20_000);
    expect(rest.begin(20_000).isProbe).toBe(true);
    rest.adopt(0, 20_001);
    expect(rest.isClean).toBe(true);
  });

  it('never shortens the rest that this node knows of', () => {
    const rest = new KeyRest();
    ask(rest, busy(50), 0);
    rest.adopt(10_000, 0);
    expect(rest.waitMs(0)).toBe(50_000);
  });
});
