import { chatFormats, type WireFormat } from '@formats';
import { PassFlow } from './pass-flow';

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

const message = 'it broke \\(request id: req-1\\)';
const own = {
  anthropic: new RegExp(
    `^event: error\\ndata: {"type":"error","error":{"type":"api_error","message":"${message}"},"request_id":"req-1"}\\n\\n$`,
  ),
  gemini: new RegExp(`^data: {"error":{"code":502,"message":"${message}","status":"UNAVAILABLE".*}\\n\\n$`),
  responses: new RegExp(`^event: error\\ndata: {"type":"error","code":"[a-z_]+","message":"${message}".*}\\n\\n$`),
} as const;
