import { DroppedFields, CallRefusal, type JsonObject } from '@formats';
import { bedrockBody } from './messages-body';

const messages = [{ role: 'user', content: 'Hi' }];

function build(
  fields: JsonObject,
  { model = 'claude-sonnet-4-5-20250929', betaHeader = '' } = {},
): { readonly body: JsonObject; readonly dropped: readonly string[] } {
  const dropped = new DroppedFields();
  const body = bedrockBody({ messages, ...fields }, { model, betaHeader, dropped });
  return { body, dropped: dropped.list };
}

describe('bodies of type 33 (Bedrock)', () => {
  it('contain the version, and neither model nor stream', () => {
    const given = { model: 'claude-3-haiku-20240307', max_tokens: 9, stream: true, future_field: 1 };
    expect(build(given)).toEqual({
      body: { messages, max_tokens: 9, future_field: 1, anthropic_version: 'bedrock-2023-05-31' },
      dropped: [],
    });
  });

  it('keep the caller’s objects when nothing has to change', () => {
    const tools = [{ name: 'f', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral', ttl: '1h' } }];
    const system = [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }];
    const { body, dropped } = build({ tools, system });
    expect(body.tools).toBe(tools);
    expect(body.system).toBe(system);
    expect(body.messages).toBe(messages);
    expect(dropped).toEqual([]);
  });

  it('name known betas from header and body, each once', () => {
    const known = ['interleaved-thinking-2025-05-14', 'context-1m-2025-08-07'];
    expect(build({}, { betaHeader: known.join(', ') })).toMatchObject({ body: { anthropic_beta: known }, dropped: [] });
    const mixed = build(
      { betas: ['context-1m-2025-08-07', 5] },
      { betaHeader: 'claude-code-20250219,context-1m-2025-08-07' },
    );
    expect(mixed).toMatchObject({ body: { anthropic_beta: ['context-1m-2025-08-07'] }, dropped: ['anthropic_beta'] });
    expect(mixed.body).not.toHaveProperty('betas');
    expect(build({}, { betaHeader: 'oauth-2025-04-20' }).body).not.toHaveProperty('anthropic_beta');
  });

  it.each(['metadata', 'service_tier', 'speed', 'inference_geo', 'container', 'mcp_servers', 'context_management'])(
    'leave %s out and name it as dropped',
    field => {
      const { body, dropped } = build({ [field]: { a: 1 } });
      expect(body).not.toHaveProperty(field);
      expect(dropped).toEqual([field]);
      expect(build({ [field]: null }).dropped).toEqual([]);
    },
  );

  it('keep context management together with its beta', () => {
    const given = { context_management: { edits: [] } };
    expect(build(given, { betaHeader: 'context-management-2025-06-27' })).toMatchObject({ body: given, dropped: [] });
  });

  describe('tools', () => {
    const own = { name: 'f', input_schema: { type: 'object' } };

    it('are left out when they would run at Anthropic, and kept when they are the caller’s own', () => {
      const kept = [
        own,
        { type: 'custom', ...own },
        { type: 'bash_20250124', name: 'bash' },
        { type: 'tool_search_tool_regex_20251119', name: 's' },
      ];
      const { body, dropped } = build({ tools: [...kept, { type: 'web_search_20250305', name: 'web_search' }] });
      expect(body.tools).toEqual(kept);
      expect(dropped).toEqual(['tools.web_search_20250305']);
    });

    it('are removed with their choice when none is left', () => {
      const { body } = build({
        tools: [{ type: 'code_execution_20250825', name: 'c' }],
        tool_choice: { type: 'auto' },
      });
      expect(body).not.toHaveProperty('tools');
      expect(body).not.toHaveProperty('tool_choice');
    });

    it('cannot be required when they would be left out', () => {
      const search = { type: 'web_search_20250305', name: 'web_search' };
      const named = { type: 'tool', name: 'web_search' };
      expect(() => build({ tools: [own, search], tool_choice: named })).toThrow('tool_choice demands a tool');
      expect(() => build({ tools: [search], tool_choice: { type: 'any' } })).toThrow('tool_choice demands a tool');
      expect(build({ tools: [own, search], tool_choice: { type: 'any' } }).body).toMatchObject({ tools: [own] });
      expect(build({ tools: [search], tool_choice: { type: 'auto' } }).body).not.toHaveProperty('tool_choice');
    });

    it('are refused in a body with a thread, which Anthropic would keep', () => {
      expect(() => build({ thread: { type: 'create' } })).toThrow('thread is not supported by this model');
    });

    it('request eager streaming by a beta instead of a field', () => {
      const { body, dropped } = build({
        tools: [
          { ...own, eager_input_streaming: true },
          { ...own, eager_input_streaming: false },
        ],
      });
      expect(body).toMatchObject({ tools: [own, own], anthropic_beta: ['fine-grained-tool-streaming-2025-05-14'] });
      expect(body.tools).toEqual([own, own]);
      expect(dropped).toEqual([]);
    });

    it('are strict only on models before 4.7', () => {
      const tools = [{ ...own, strict: true }];
      expect(build({ tools }, { model: 'claude-opus-4-6' })).toMatchObject({ body: { tools }, dropped: [] });
      expect(build({ tools }, { model: 'claude-opus-4-7' })).toMatchObject({
        body: { tools: [own] },
        dropped: ['tools.strict'],
      });
    });

    it('are chosen by type and name only', () => {
      const choice = { type: 'tool', name: 'f' };
      const { body, dropped } = build({ tools: [own], tool_choice: { ...choice, disable_parallel_tool_use: true } });
      expect(body.tool_choice).toEqual(choice);
      expect(dropped).toEqual(['parallel_tool_calls']);
      expect(build({ tools: [own], tool_choice: { ...choice, disable_parallel_tool_use: false } }).dropped).toEqual([]);
    });
  });

  describe('output settings', () => {
    const format = { type: 'json_schema', schema: { type: 'object' } };

    it.each([
      ['claude-opus-4-6', '', { effort: 'low', format }, { effort: 'low', format }, []],
      ['claude-opus-4-7', '', { effort: 'low', format }, { effort: 'low' }, ['output_config.format']],
      ['claude-opus-4-5-20251101', '', { effort: 'low', format }, { format }, ['output_config.effort']],
      ['claude-opus-4-5-20251101', 'effort-2025-11-24', { effort: 'low' }, { effort: 'low' }, []],
      ['claude-3-haiku-20240307', '', { effort: 'low' }, undefined, ['output_config.effort']],
      ['arn:aws:bedrock:x:1:inference-profile/us.anthropic.claude-opus-4-7', '', { format }, { format }, []],
      ['arn:aws:bedrock:x:1:application-inference-profile/a1', '', { effort: 'low' }, { effort: 'low' }, []],
    ])('are fitted for %s with beta %j', (model, betaHeader, given, kept, lost) => {
      const { body, dropped } = build({ output_config: given }, { model, betaHeader });
      expect(body.output_config).toEqual(kept);
      expect(dropped).toEqual(lost);
    });
  });

  describe('cache marks', () => {
    const marked = (mark: JsonObject): JsonObject => ({ type: 'text', text: 'x', cache_control: mark });
    const bodyWith = (mark: JsonObject): JsonObject => ({
      system: [marked(mark)],
      tools: [{ name: 'f', input_schema: {}, cache_control: mark }],
      messages: [
        { role: 'user', content: [marked(mark), { type: 'tool_result', tool_use_id: 't', content: [marked(mark)] }] },
        { role: 'assistant', content: 'plain' },
      ],
    });

    it('lose their scope', () => {
      const { body, dropped } = build(bodyWith({ type: 'ephemeral', ttl: '1h', scope: 'global' }));
      expect(body).toMatchObject(bodyWith({ type: 'ephemeral', ttl: '1h' }));
      expect(JSON.stringify(body)).not.toContain('scope');
      expect(dropped).toEqual(['message.cache_control']);
    });

    it('keep a lifetime of one hour only on newer models', () => {
      const { body } = build(bodyWith({ type: 'ephemeral', ttl: '1h' }), { model: 'claude-opus-4-1-20250805' });
      expect(JSON.stringify(body)).not.toContain('ttl');
      expect(JSON.stringify(body).match(/"ephemeral"/g)).toHaveLength(4);
    });
  });

  const image = (source: JsonObject): JsonObject => ({ type: 'image', source });
  const far = image({ type: 'url', url: 'https://images.example/a.png' });

  it.each([
    [[far]],
    [[{ type: 'document', source: { type: 'file', file_id: 'f' } }]],
    [[{ type: 'tool_result', tool_use_id: 't', content: [far] }]],
    [[{ type: 'document', source: { type: 'content', content: [far] } }]],
  ])('refuse content that is not in the body itself: %j', content => {
    expect(() => build({ messages: [{ role: 'user', content }] })).toThrow(CallRefusal);
  });

  it('accept images in the body itself', () => {
    const content = [image({ type: 'base64', media_type: 'image/png', data: 'iVBO' })];
    expect(build({ messages: [{ role: 'user', content }] }).body.messages).toEqual([{ role: 'user', content }]);
  });

  it.each([
    { messages: 5 },
    { messages: [null, 5] },
    { tools: {}, system: 5 },
    { tool_choice: 'auto', output_config: [] },
  ])('leave values of unexpected types unchanged: %j', fields => {
    expect(build(fields).body).toMatchObject(fields);
  });
});
