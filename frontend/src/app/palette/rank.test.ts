import { scoreOf } from './rank';

describe('the score of a text', () => {
  it('falls from the whole name over the beginning, a word and a part of a word to scattered letters', () => {
    const scores = ['tokens', 'toke', 'tok'].map(query => scoreOf(query, ['Tokens']));
    const pieces = ['log', 'quest', 'rqlog'].map(query => scoreOf(query, ['Request log']));
    expect(scores[0]).toBeGreaterThan(scores[1] ?? 0);
    expect(scores[1]).toBeGreaterThanOrEqual(scores[2] ?? 0);
    expect(pieces[0]).toBeGreaterThan(pieces[1] ?? 0);
    expect(pieces[1]).toBeGreaterThan(pieces[2] ?? 0);
    expect(pieces[2]).toBeGreaterThan(0);
  });

  it('is 0 when one word of the query is not found', () => {
    expect(scoreOf('request moon', ['Request log'])).toBe(0);
    expect(scoreOf('log request', ['Request log'])).toBeGreaterThan(0);
  });

  it('is 0 for an empty query, and for two scattered letters', () => {
    expect(scoreOf('  ', ['Request log'])).toBe(0);
    expect(scoreOf('rl', ['Request log'])).toBe(0);
  });

  it('is 0 for letters scattered over an explanation', () => {
    expect(scoreOf('token', ['Payment', 'Online top-up opens once address, merchant ID and key are filled in.'])).toBe(
      0,
    );
  });

  it('is lower for a further name than for the name', () => {
    expect(scoreOf('pay', ['Payment', ''])).toBeGreaterThan(scoreOf('pay', ['支付', 'Payment']));
    expect(scoreOf('pay', ['支付', 'Payment'])).toBeGreaterThan(0);
  });

  it('is above 0 for a part of a Chinese name', () => {
    expect(scoreOf('日志', ['请求日志'])).toBeGreaterThan(0);
  });
});
