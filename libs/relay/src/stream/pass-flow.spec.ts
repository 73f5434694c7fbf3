import { chatFormats, type WireFormat } from '@formats';
import { noUsage } from '@contracts';
import { PassFlow } from './pass-flow';
import { type PassedStream } from './stream-flow';

function named(payload: { readonly type: string }): string {
  return `event: ${payload.type}\ndata: ${JSON.stringify(payload)}\n\n`;
}

function plain(payload: unknown): string {
  return `data: ${JSON.stringify(payload)}\n\n`;
}

/** Feeds a stream in pieces of the given size and returns the output. */
function feed(flow: PassFlow, stream: string, size: number): string {
  const bytes = Buffer.from(stream);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length && !flow.isDone; at += size) out.push(flow.take(bytes.subarray(at, at + size)));
  if (!flow.isDone) out.push(flow.end());
  return Buffer.concat(out).toString();
}

const SIZES = [1, 7, 64, 100_000] as const;

function flowOf(id: WireFormat): PassFlow {
  return new PassFlow(chatFormats[id], { requestId: 'req-1' });
}

const claudeText =
  named({ type: 'message_start', message: { id: 'm', usage: { input_tokens: 3 } } } as never) +
  named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as never) +
  named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'half a' } } as never);
const responsesText =
  named({ type: 'response.created', response: { id: 'r' } } as never) +
  named({ type: 'response.output_text.delta', output_index: 0, delta: 'half a' } as never);
const chatText = plain({ choices: [{ index: 0, delta: { content: 'half a' }, finish_reason: null }] });
const geminiText = plain({ candidates: [{ content: { role: 'model', parts: [{ text: 'half a' }] } }] });

describe('the end of a stream', () => {
  const stop = named({ type: 'message_stop' });
  const completed = named({ type: 'response.completed', response: { id: 'r', usage: { input_tokens: 1 } } } as never);

  it.each(SIZES)('is the last event that passes, wherever the network cut it (%i)', size => {
    const more = named({ type: 'ping' }) + plain('[DONE]');
    expect(feed(flowOf('anthropic'), claudeText + stop + more, size)).toBe(claudeText + stop);
    expect(feed(flowOf('responses'), responsesText + completed + more, size)).toBe(responsesText + completed);
  });
});

describe('an error event in the form of another protocol', () => {
  const openai = plain({ error: { message: 'it broke', type: 'server_error', code: null } });
  const flat = plain({ error: 'it broke' });
  const claude = named({ type: 'error', error: { type: 'api_error', message: 'it broke' } } as never);
  const nameless = plain({ type: 'error', error: { type: 'api_error', message: 'it broke' } });
  const after = plain({ choices: [{ delta: { content: 'more' } }] });

  it.each([
    ['anthropic', claudeText, openai],
    ['anthropic', claudeText, flat],
    ['anthropic', claudeText, nameless],
    ['gemini', geminiText, openai],
    ['gemini', geminiText, flat],
    ['gemini', geminiText, claude],
    ['responses', responsesText, openai],
    ['responses', responsesText, flat],
    ['openai', chatText, flat],
    ['openai', chatText, plain({ object: 'error', message: 'it broke' })],
    ['openai', chatText, plain({ type: 'error', message: 'it broke' })],
  ] as const)('is reported to a caller of %s in its own format, and nothing follows it', (id, text, error) => {
    for (const size of SIZES) {
      const flow = flowOf(id);
      const out = feed(flow, text + error + after, size);
      expect(out.startsWith(text)).toBe(true);
      expect(out.slice(text.length)).toMatch(own[id]);
      expect(flow.errorMessage).toBe('it broke');
    }
  });

  it.each([
    ['anthropic', claudeText, claude],
    ['gemini', geminiText, plain({ error: { code: 503, message: 'it broke', status: 'UNAVAILABLE' } })],
    ['responses', responsesText, named({ type: 'error', code: 'x', message: 'it broke', param: null } as never)],
    [
      'responses',
      responsesText,
      named({ type: 'response.failed', response: { status: 'failed', error: { message: 'it broke' } } } as never),
    ],
  ] as const)('in its own format passes unchanged: %s', (id, text, error) => {
    for (const size of SIZES) {
      const flow = flowOf(id);
      expect(feed(flow, text + error, size)).toBe(text + error);
      expect(flow.errorMessage).toBe('it broke');
    }
  });
});

/** Chat chunks. */
function chunk(content: string, finish: string | null = null): string {
  return plain({ choices: [{ index: 0, delta: { content }, finish_reason: finish }], usage: null });
}

const usage = plain({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } });
const DONE = 'data: [DONE]\n\n';

function chatFlow(options: PassedStream = {}): PassFlow {
  return new PassFlow(chatFormats.openai, { requestId: 'req-1', ...options });
}

describe('a passed stream of chat chunks', () => {
  const stream = ': hello\n\n' + chunk('héllo 世界 [DONE] "error"') + chunk('', 'stop') + usage + DONE;

  it.each([1, 2, 3, 7, 16, 64, 100_000])('passes every byte on and finds the usage in pieces of %i bytes', size => {
    const flow = chatFlow();
    expect(feed(flow, stream, size)).toBe(stream);
    expect(flow.usage).toMatchObject({ kind: 'reported', usage: { promptTokens: 3, completionTokens: 2 } });
    expect(flow.isDone).toBe(true);
    expect(flow.errorMessage).toBeNull();
    expect(flow.generated().text).toBe('héllo 世界 [DONE] "error"');
  });

  it.each([1, 7, 64, 100_000])('passes nothing after the end mark, wherever the network cut it (%i)', size => {
    for (const end of [DONE, 'data:[DONE]\r\n\r\n']) {
      const flow = chatFlow();
      const whole = chunk('a [DONE]', 'stop') + end;
      const bytes = Buffer.from(`${whole}${chunk('more')}${DONE}`);
      const out: Buffer[] = [];
      for (let at = 0; at < bytes.length && !flow.isDone; at += size) {
        out.push(flow.take(bytes.subarray(at, at + size)));
      }
      expect(Buffer.concat(out).toString()).toBe(whole);
      expect(flow.closing()).toBe('');
    }
  });

  it.each([1, 5, 33, 100_000])(
    'removes only the usage chunk that the caller did not request, in pieces of %i',
    size => {
      const flow = chatFlow({ hidesUsage: true });
      expect(feed(flow, stream, size)).toBe(stream.replace(usage, ''));
      expect(flow.usage.kind).toBe('reported');
    },
  );

  it('keeps a usage that stands next to a choice', () => {
    const withChoice = plain({
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1 },
    });
    const flow = chatFlow({ hidesUsage: true });
    expect(feed(flow, withChoice + DONE, 9)).toBe(withChoice + DONE);
    expect(flow.usage.kind).toBe('reported');
  });

  it('accepts carriage returns as line ends, too', () => {
    const flow = chatFlow({ hidesUsage: true });
    feed(flow, stream.replaceAll('\n', '\r\n'), 11);
    expect(flow.usage.kind).toBe('reported');
    expect(flow.isDone).toBe(true);
  });

  it('ends complete after a finish reason, even without the end mark', () => {
    const flow = chatFlow();
    feed(flow, chunk('a') + chunk('', 'length'), 50);
    expect(flow.isDone).toBe(false);
    expect(flow.isComplete()).toBe(true);
  });

  it('ends incomplete when the stream just stops', () => {
    const flow = chatFlow();
    feed(flow, chunk('a') + chunk('b'), 50);
    expect(flow.isComplete()).toBe(false);
  });

  it('notices an error event in the middle', () => {
    const flow = chatFlow();
    feed(flow, chunk('a') + plain({ error: { message: 'overloaded', type: 'server_error' } }), 20);
    expect(flow.errorMessage).toBe('overloaded');
  });

  it('collects the text of a stream far longer than it keeps', () => {
    const flow = chatFlow();
    const piece = 'x'.repeat(1000);
    for (let at = 0; at < 1000; at++) flow.take(Buffer.from(chunk(piece)));
    expect(flow.generated().text).toHaveLength(1_000_000);
  });
});

describe('the end of a passed stream of chat chunks', () => {
  const head = { id: 'c1', object: 'chat.completion.chunk', created: 5, model: 'm' };
  const said = plain({ ...head, system_fingerprint: 'fp', choices: [{ index: 0, delta: { content: 'a' } }] });
  const counted = { ...noUsage, promptTokens: 3, completionTokens: 1 };
  const reported = expect.stringMatching(
    /^data: {"id":"c1","object":"chat.completion.chunk","created":5,"model":"m","choices":\[\],"usage":{"prompt_tokens":3,.*}}\n\ndata: \[DONE\]\n\n$/,
  ) as string;

  it.each(SIZES)('gets the usage that was counted here in front of its end mark (%i)', size => {
    const flow = chatFlow({ reportsUsage: true });
    expect(feed(flow, said + DONE, size)).toBe(said);
    expect(flow.lacksUsage()).toBe(true);
    flow.reportUsage(counted);
    expect(flow.closing()).toEqual(reported);
  });

  it('gets the end mark that the upstream has left out, with usage and without', () => {
    const plainFlow = chatFlow();
    feed(plainFlow, chunk('a', 'stop'), 20);
    expect(plainFlow.lacksUsage()).toBe(false);
    expect(plainFlow.closing()).toBe(DONE);
    const flow = chatFlow({ reportsUsage: true });
    feed(flow, said, 20);
    flow.reportUsage(counted);
    expect(flow.closing()).toEqual(reported);
  });

  it.each(SIZES)('passes unchanged when the upstream has reported usage (%i)', size => {
    const flow = chatFlow({ reportsUsage: true });
    expect(feed(flow, said + usage + DONE, size)).toBe(said + usage + DONE);
    expect(flow.lacksUsage()).toBe(false);
    expect(flow.closing()).toBe('');
  });

  it('waits for the count when the upstream reports zeros for a text', () => {
    const flow = chatFlow({ reportsUsage: true });
    const zeros = plain({ choices: [], usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } });
    expect(feed(flow, said + zeros + DONE, 9)).toBe(said + zeros);
    expect(flow.lacksUsage()).toBe(true);
  });

  it('does not wait for usage after an error', () => {
    const flow = chatFlow({ reportsUsage: true });
    const error = plain({ error: { message: 'it broke' } });
    expect(feed(flow, said + error + DONE, 9)).toBe(said + error + DONE);
    expect(flow.errorMessage).toBe('it broke');
  });

  it('is no error where a chunk names one beside what was generated', () => {
    const flow = chatFlow();
    const odd = plain({
      error: { message: 'odd' },
      choices: [{ index: 0, delta: { content: 'b' }, finish_reason: 'error' }],
    });
    expect(feed(flow, said + odd, 9)).toBe(said + odd);
    expect(flow.errorMessage).toBeNull();
    expect(flow.isComplete()).toBe(true);
    expect(flow.generated().text).toBe('ab');
  });

  it('stays open in formats whose last event is the end', () => {
    const flow = new PassFlow(chatFormats.anthropic, { reportsUsage: true });
    feed(flow, claudeText, 9);
    expect(flow.lacksUsage()).toBe(false);
    expect(flow.closing()).toBe('');
  });
});

describe('a passed stream of legacy completions', () => {
  it('is counted and closed like that of a chat', () => {
    const flow = chatFlow({ isBounded: true });
    const piece = plain({
      id: 'c',
      object: 'text_completion',
      choices: [{ index: 0, text: 'ab', finish_reason: null }],
    });
    expect(flow.take(Buffer.from(piece)).toString()).toBe(piece);
    expect(flow.generated().text).toBe('ab');
    expect(flow.endEarly({ usage: noUsage, wantsUsage: false })).toContain('"text":""');
  });
});

const message = 'it broke \\(request id: req-1\\)';
const own = {
  openai: new RegExp(`^data: {"error":{"message":"${message}","type":"[a-z_]+","param":null,"code":null}}\\n\\n$`),
  anthropic: new RegExp(
    `^event: error\\ndata: {"type":"error","error":{"type":"api_error","message":"${message}"},"request_id":"req-1"}\\n\\n$`,
  ),
  gemini: new RegExp(`^data: {"error":{"code":502,"message":"${message}","status":"UNAVAILABLE".*}\\n\\n$`),
  responses: new RegExp(`^event: error\\ndata: {"type":"error","code":"[a-z_]+","message":"${message}".*}\\n\\n$`),
} as const;
