import { RawHeaders, type AnswerHeaders } from './answer-headers';
import { GatheredJson, isGatherable } from './gathered-json';
import { UpstreamAnswer } from './upstream-answer';
import { UpstreamFault } from './upstream-fault';

function headersOf(fields: Readonly<Record<string, string>>): AnswerHeaders {
  return new RawHeaders(Object.entries(fields).flatMap(pair => pair.map(text => Buffer.from(text, 'latin1'))));
}

const JSON_HEADERS = headersOf({ 'Content-Type': 'application/json' });

function openGathering() {
  const control = { pause: () => undefined, resume: () => undefined, abort: () => undefined };
  const answer = new UpstreamAnswer(200, JSON_HEADERS, control);
  const opened = { answer, times: 0, gathering: new GatheredJson(answer, () => (opened.times += 1)) };
  return opened;
}

describe('an answer in JSON', () => {
  it.each([
    [200, { 'content-type': 'application/json' }, true],
    [201, { 'Content-Type': 'Application/JSON; charset=utf-8', 'content-length': '12' }, true],
    [400, { 'content-type': 'application/json' }, false],
    [200, { 'content-type': 'text/event-stream' }, false],
    [200, { 'content-type': 'application/jsonl' }, false],
    [200, { 'content-type': 'application/json', 'content-length': '999999999' }, false],
    [200, {}, false],
  ])('is gathered by its status and headers: %d %j', (status, fields, expected) => {
    expect(isGatherable(status, headersOf(fields))).toBe(expected);
  });

  it('is opened once, when all of it is here', () => {
    const opened = openGathering();
    for (const piece of [' \n{', '"a":', '1}']) opened.gathering.receive(Buffer.from(piece));
    expect(opened.times).toBe(0);
    opened.gathering.finish(null);
    expect([opened.times, opened.answer.whole?.toString()]).toEqual([1, ' \n{"a":1}']);
  });

  it('is opened when it breaks, and tells its reader so', async () => {
    const opened = openGathering();
    opened.gathering.receive(Buffer.from('{"a":'));
    opened.gathering.finish(new UpstreamFault('cut'));
    expect([opened.times, opened.answer.whole]).toEqual([1, null]);
    await expect(opened.answer.readAll(100)).rejects.toMatchObject({ kind: 'cut' });
  });

  it.each([
    ['is no JSON after all', ['data: ', '{}\n\n']],
    ['is long', ['[', '1,'.repeat(600_000), '2]']],
  ])('passes as it comes when it %s', async (_why, pieces) => {
    const opened = openGathering();
    for (const piece of pieces) opened.gathering.receive(Buffer.from(piece));
    expect(opened.times).toBe(1);
    const body = opened.answer.readAll(10_000_000);
    opened.gathering.finish(null);
    expect((await body).toString()).toBe(pieces.join(''));
    expect(opened.times).toBe(1);
  });

  it('may be empty', async () => {
    const opened = openGathering();
    opened.gathering.finish(null);
    expect([opened.times, opened.answer.whole]).toEqual([1, null]);
    expect(await opened.answer.readAll(10)).toHaveLength(0);
  });
});

describe('headers as bytes', () => {
  const headers = headersOf({ 'X-Twelve-abc': 'no', 'Content-Type': ' a ', 'content-type': 'b', Date: 'today' });

  it('are found by their names in lower case, the first of several', () => {
    expect(headers.first('content-type')).toBe('a');
    expect([headers.first('date'), headers.first('content-length')]).toEqual(['today', '']);
  });

  it('are read as a whole on request', () => {
    expect(headers.all).toMatchObject({ 'content-type': [' a ', 'b'], date: 'today' });
  });
});
