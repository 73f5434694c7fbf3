import { CallRefusal } from '@formats';
import { type ChannelTarget, type UpstreamRequest } from '../../contract/upstream';
import { testTarget } from '../../testing/adapter-conformance';
import { canonicalCall, chatReadingOf, eventsOf, folded, sentTo } from '../../testing/own-protocol';
import { spark } from './index';
import { httpModel } from './http';

describe('the HTTP API of type 18 (Spark)', () => {
  const PASSWORD = { baseUrl: '' };
  const request = (model: string, fields: object = {}, target: Partial<ChannelTarget> = PASSWORD): UpstreamRequest => {
    const call = canonicalCall({}, { model, fields: { messages: [{ role: 'user', content: 'x' }], ...fields } });
    return spark.buildRequest(call, testTarget(spark, target));
  };

  it.each([
    ['lite', 'https://spark-api-open.xf-yun.com/v1/chat/completions', 'lite'],
    ['SparkDesk-v3.5', 'https://spark-api-open.xf-yun.com/v1/chat/completions', 'generalv3.5'],
    ['x1', 'https://spark-api-open.xf-yun.com/v2/chat/completions', 'x1'],
    ['x1-preview', 'https://spark-api-open-preview.xf-yun.com/v2/chat/completions', 'x1-preview'],
  ])('receives calls of %s at %s', async (model, url, name) => {
    const built = request(model);
    expect(built).toMatchObject({ method: 'POST', url, headers: { authorization: 'Bearer sk-canary0123456789' } });
    expect(JSON.parse(built.body?.toString() ?? '')).toMatchObject({ model: name });
    expect(httpModel(model, '')).toBe(name);
    expect(await spark.sign?.(built, testTarget(spark, PASSWORD), 0)).toBe(built);
  });

  it('receives only fields that the provider knows, and the others are named as dropped', () => {
    const fields = {
      max_completion_tokens: 9,
      n: 2,
      reasoning_effort: 'none',
      tools: [{ type: 'function', function: { name: 'f' } }],
      tool_choice: { type: 'function', function: { name: 'f' } },
      response_format: { type: 'json_schema', json_schema: {} },
    };
    const messages = [{ role: 'developer', content: [{ type: 'text', text: 'a' }] }];
    const call = canonicalCall({}, { model: 'x1', fields: { messages, ...fields } });
    expect(sentTo(spark, call, PASSWORD)).toEqual({
      model: 'x1',
      messages: [{ role: 'system', content: 'a' }],
      max_tokens: 9,
      thinking: { type: 'disabled' },
      tools: fields.tools,
      tool_calls_switch: true,
      tool_choice: 'required',
      response_format: { type: 'json_object' },
    });
    expect(call.dropped.list).toEqual(['n', 'response_format', 'tool_choice']);
  });

  it('refuses an image', () => {
    const content = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }];
    expect(() => request('lite', { messages: [{ role: 'user', content }] })).toThrow(CallRefusal);
  });

  it('returns repaired answers', () => {
    const reading = chatReadingOf(spark, canonicalCall({}, { model: 'lite', fields: { messages: [] } }), PASSWORD);
    const usage = { prompt_tokens: 6, completion_tokens: 8, total_tokens: 14 };
    const made = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
    const whole = {
      code: 0,
      sid: 'cha1',
      choices: [{ message: { role: 'assistant', content: 'Hi', tool_calls: made }, index: 0 }],
      usage,
    };
    expect(reading.readAnswer(whole)).toMatchObject({
      id: 'cha1',
      choices: [{ finish: 'toolCalls', blocks: [{ text: 'Hi' }, { type: 'toolCall', id: 'c', name: 'f' }] }],
      usage: { usage: { promptTokens: 6, completionTokens: 8 } },
    });
    expect(reading.isError?.(whole)).toBe(false);
    expect(reading.isError?.({ code: 10163, message: 'x', sid: 'y' })).toBe(true);
    const streamed = folded(reading, [
      { code: 0, sid: 'cha2', choices: [{ delta: { role: 'assistant', content: 'H' }, index: 0 }] },
      {
        code: 0,
        sid: 'cha2',
        choices: [{ delta: { content: 'i', tool_calls: made }, index: 0, finish_reason: 'stop' }],
        usage,
      },
    ]);
    expect(streamed).toMatchObject({ id: 'cha2', choices: [{ blocks: [{ text: 'Hi' }, { name: 'f' }] }] });
    expect(eventsOf(reading, [{ code: 10907, message: 'too long', sid: 'z' }])).toMatchObject([
      { type: 'error', error: { code: '10907' } },
    ]);
  });
});
