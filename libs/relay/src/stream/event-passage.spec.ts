import { EventPassage } from './event-passage';
import { EVENT_BYTES_MAX, LongEvent } from './long-event';

interface Fed {
  readonly shown: Buffer;
  readonly inspected: readonly string[];
}

/** The output of a passage, and the events that it showed, for a stream in pieces of the given size. */
function feed(stream: Buffer, size: number): Fed {
  const inspected: string[] = [];
  const passage = new EventPassage(events => {
    inspected.push(events.toString());
    return events;
  });
  const shown: Buffer[] = [];
  for (let at = 0; at < stream.length; at += size) shown.push(passage.take(stream.subarray(at, at + size)));
  shown.push(passage.end());
  return { shown: Buffer.concat(shown), inspected };
}

const MEGABYTE = 1024 * 1024;
const image = 'iVBORw0K'.repeat((3 * MEGABYTE) / 8);

function small(text: string, lineEnd = '\n'): string {
  return `data: {"text":"${text}"}${lineEnd}${lineEnd}`;
}

describe('EventPassage', () => {
  it.each(['\n', '\r\n', '\r'])('passes a long event in pieces and examines it when it is whole (%j)', lineEnd => {
    const long = `data: {"b64_json":"${image}","usage":{"input_tokens":7}}${lineEnd}${lineEnd}`;
    const stream = Buffer.from(small('a', lineEnd) + long + small('b', lineEnd));
    for (const size of [1021, 16_384, 65_536, stream.length]) {
      const { shown, inspected } = feed(stream, size);
      expect(shown.equals(stream)).toBe(true);
      const looked = inspected.join('');
      expect(looked).toContain('"usage":{"input_tokens":7}');
      expect([looked.indexOf('"a"'), looked.indexOf('"b"')]).not.toContain(-1);
      expect(looked.indexOf('"a"')).toBeLessThan(looked.indexOf('"usage"'));
      expect(looked.indexOf('"usage"')).toBeLessThan(looked.indexOf('"b"'));
    }
  });

  it('keeps every character of a long text', () => {
    const words = 'ever so long '.repeat((3 * MEGABYTE) / 13);
    const { inspected } = feed(Buffer.from(`data: {"content":"${words}","url":"x"}\n\n`), 16_384);
    expect(inspected.join('')).toBe(`data: {"content":"${words}","url":"x"}\n\n`);
  });

  it('holds an event until it is whole, and leaves out half of one', () => {
    const passage = new EventPassage(events => events);
    expect(passage.take(Buffer.from(`${small('a')}data: {"te`)).toString()).toBe(small('a'));
    expect(passage.take(Buffer.from('xt":')).length).toBe(0);
    expect(passage.end().length).toBe(0);
    expect(passage.border).toBe('');
  });

  it('closes a last event that lacks only its border', () => {
    expect(feed(Buffer.from(`${small('a')}data: [DONE]`), 9).shown.toString()).toBe(`${small('a')}data: [DONE]\n\n`);
  });

  it('ends its line before another event, when one has passed in part', () => {
    const passage = new EventPassage(events => events);
    passage.take(Buffer.from(`data: {"b64_json":"${image}`));
    expect(passage.border).toBe('\n\n');
  });
});

describe('LongEvent', () => {
  it('keeps next to nothing of an image of 60 MiB, and examines every byte once', () => {
    const event = new LongEvent(Buffer.from('data: {"type":"image_generation.completed", "b64_json" : "'));
    const chunk = Buffer.alloc(64 * 1024, 'A');
    for (let sent = 0; sent < 60 * MEGABYTE; sent += chunk.length) expect(event.take(chunk)).toBe(0);
    const end = Buffer.from('","usage":{}}\n\ndata: next');
    expect(event.take(end)).toBe(end.length - 'data: next'.length);
    expect(event.condensed().toString()).toBe(
      'data: {"type":"image_generation.completed", "b64_json" : "","usage":{}}\n\n',
    );
  });

  it.each([
    ['in the name of the field', ['"b64_', 'json":"', 'AAAA', '"}']],
    ['before its quotation mark', ['"b64_json"', ':', '"', 'AAAA', '"}']],
    ['in every place', [...'"b64_json":"'].concat('AAAA', '"', '}')],
  ])('recognises an image whose beginning is cut %s', (_place, pieces) => {
    const event = new LongEvent(Buffer.from('data: {'));
    for (const piece of pieces) event.take(Buffer.from(piece));
    expect(event.condensed().toString()).toBe('data: {"b64_json":""}');
  });

  it('keeps a possible half of an escape, and names of fields inside a text', () => {
    const event = new LongEvent(Buffer.from('data: {"data":"ab\\u00'));
    for (const piece of ['3d', 'cdefgh', 'ijk', '","text":"\\"data\\":\\"', 'kept', '"}'])
      event.take(Buffer.from(piece));
    expect(JSON.parse(event.condensed().toString().slice(6))).toEqual({
      data: expect.stringMatching(/^ab=/),
      text: '"data":"kept',
    });
  });

  it.each([0, 1])('refuses a line beyond its limit (%i bytes more)', more => {
    const event = new LongEvent(Buffer.from('data: {"data":"'));
    const rest = Buffer.alloc(EVENT_BYTES_MAX - 'data: {"data":"'.length + more, 'A');
    const take = () => event.take(rest);
    if (more === 0) expect(take()).toBe(0);
    else expect(take).toThrow(expect.objectContaining({ code: 'SSE_TOO_LONG' }));
  });
});
