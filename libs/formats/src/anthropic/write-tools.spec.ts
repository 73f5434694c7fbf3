import { DroppedFields } from '../canonical/dropped-fields';
import { type ChatCall, type ChatSettings } from '../canonical/chat';
import { at } from '../json/read-value';
import { say, settled, write } from './testing-calls';
import { writeMessagesCall } from './write-call';

describe('tools for the Messages API', () => {
  const tools = [
    { type: 'function', name: 'f', description: 'd', parameters: { type: 'object', properties: {} } },
  ] as const;

  it('are functions whose schema is an object', () => {
    const { body, dropped } = write({
      tools: [
        { type: 'function', name: 'a' },
        { type: 'function', name: 'b', parameters: { properties: {} }, strict: true, cache: { ttl: '1h' } },
        { type: 'custom', name: 'c', description: 'd', format: { type: 'grammar', syntax: 'regex', definition: 'a+' } },
        { type: 'webSearch', maxUses: 2, contextSize: 'low', userLocation: { city: 'Ulm' } },
      ],
    });
    expect(body.tools).toEqual([
      { name: 'a', input_schema: { type: 'object', properties: {} } },
      {
        name: 'b',
        input_schema: { properties: {}, type: 'object' },
        strict: true,
        cache_control: { type: 'ephemeral', ttl: '1h' },
      },
      {
        name: 'c',
        description: 'd\n\nThe input must match this regex grammar:\na+',
        input_schema: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
      },
      {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: 2,
        user_location: { type: 'approximate', city: 'Ulm' },
      },
    ]);
    expect(dropped).toEqual(['tools.custom', 'tools.web_search.search_context_size']);
  });

  it.each<[ChatSettings, unknown]>([
    [{}, undefined],
    [{ toolChoice: { type: 'auto' } }, { type: 'auto' }],
    [{ toolChoice: { type: 'required' } }, { type: 'any' }],
    [{ toolChoice: { type: 'none' } }, { type: 'none' }],
    [{ toolChoice: { type: 'tool', name: 'f' } }, { type: 'tool', name: 'f' }],
    [{ parallelToolCalls: false }, { type: 'auto', disable_parallel_tool_use: true }],
    [{ parallelToolCalls: true }, undefined],
    [
      { toolChoice: { type: 'required' }, parallelToolCalls: false },
      { type: 'any', disable_parallel_tool_use: true },
    ],
    [{ toolChoice: { type: 'required' }, reasoning: { effort: 'low' } }, { type: 'auto' }],
    [{ toolChoice: { type: 'tool', name: 'f' }, reasoning: { effort: 'low' } }, { type: 'auto' }],
    [{ toolChoice: { type: 'none' }, reasoning: { effort: 'low' } }, { type: 'none' }],
  ])('with the settings %j have the choice %j', (settings, expected) => {
    expect(settled(settings, undefined, { tools }).body.tool_choice).toEqual(expected);
  });

  it('are only those that the caller allows', () => {
    const more = [...tools, { type: 'function', name: 'g' } as const];
    const { body, dropped } = write({
      tools: more,
      settings: { toolChoice: { type: 'allowed', names: ['g'], isRequired: true } },
    });
    expect(at(body, 'tools')).toMatchObject([{ name: 'g' }]);
    expect(body.tool_choice).toEqual({ type: 'any' });
    expect(dropped).toEqual(['tool_choice.allowed_tools']);
  });

  it('have no choice when there are none', () => {
    const { body, dropped } = settled({ toolChoice: { type: 'required' } });
    expect([body.tool_choice, dropped]).toEqual([undefined, ['tool_choice']]);
  });

  it('may be forced upon a model that thinks by default', () => {
    const { body } = settled({ toolChoice: { type: 'required' } }, 'claude-sonnet-5', { tools });
    expect([body.tool_choice, body.thinking]).toEqual([{ type: 'any' }, { type: 'disabled' }]);
  });
});

describe('the form of the answer', () => {
  const schema = {
    type: 'object',
    properties: {
      age: { type: 'integer', minimum: 1 },
      mail: { type: 'string', format: 'email' },
      place: { oneOf: [{ type: 'object', properties: {} }, { type: 'null' }] },
      code: { type: 'string', format: 'zip', pattern: '^(?=a)b' },
    },
  };
  const format = { type: 'schema', name: 'person', schema, strict: true } as const;
  const tools = [{ type: 'function', name: 'json_answer' }] as const;

  it('is a schema that the provider can check', () => {
    const { body } = settled({ responseFormat: format });
    expect(at(body, 'output_config', 'format')).toEqual({
      type: 'json_schema',
      schema: {
        type: 'object',
        additionalProperties: false,
        properties: {
          age: { type: 'integer', description: '(minimum: 1)' },
          mail: { type: 'string', format: 'email' },
          place: { anyOf: [{ type: 'object', properties: {}, additionalProperties: false }, { type: 'null' }] },
          code: { type: 'string', description: '(pattern: "^(?=a)b", format: "zip")' },
        },
      },
    });
    expect(body.tools).toBeUndefined();
  });

  it('is a forced tool on older models, and takes precedence over thinking', () => {
    const { body, dropped } = settled({ responseFormat: format, reasoning: { effort: 'high' } }, 'claude-sonnet-4');
    expect(body.tools).toMatchObject([{ name: 'json_answer', input_schema: schema }]);
    expect(body.tool_choice).toEqual({ type: 'tool', name: 'json_answer', disable_parallel_tool_use: true });
    expect([body.thinking, dropped]).toEqual([undefined, ['reasoning_effort']]);
  });

  it('is a tool with a name of its own next to the caller’s tools', () => {
    const dropped = new DroppedFields();
    const asked: ChatCall = {
      messages: [say('user', 'q')],
      tools,
      settings: { responseFormat: format },
      extraFields: [],
    };
    const { body, reading } = writeMessagesCall(asked, { model: 'claude-3-haiku-20240307', isStream: false }, dropped);
    expect(body.tool_choice).toEqual({ type: 'any', disable_parallel_tool_use: true });
    expect(at(body, 'tools', 1, 'name')).toBe('json_answer_');
    expect(reading).toEqual({ jsonTool: 'json_answer_' });
  });

  it('is dropped when the caller requires a tool call', () => {
    const settings: ChatSettings = { responseFormat: format, toolChoice: { type: 'tool', name: 'json_answer' } };
    const { body, dropped } = settled(settings, 'claude-3-haiku-20240307', { tools });
    expect(body.tool_choice).toEqual({ type: 'tool', name: 'json_answer' });
    expect(dropped).toEqual(['response_format']);
  });

  it('is a forced tool when the schema is recursive', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } };
    const responseFormat = { type: 'schema', name: 'n', schema: { $defs: { node }, $ref: '#/$defs/node' } } as const;
    expect(at(settled({ responseFormat }).body, 'tool_choice', 'name')).toBe('json_answer');
    const flat = {
      type: 'schema',
      name: 'n',
      schema: { $defs: { node: { type: 'object' } }, $ref: '#/$defs/node' },
    } as const;
    expect(settled({ responseFormat: flat }).body.tool_choice).toBeUndefined();
  });

  it('is requested in words when the caller accepts any JSON', () => {
    const { body, dropped } = settled({ responseFormat: { type: 'json' } });
    expect(at(body, 'system', 0, 'text')).toContain('JSON');
    expect(dropped).toEqual(['response_format']);
  });

  it('depends on what the cloud platform supports, even if the model supports more elsewhere', () => {
    const asked: ChatCall = { messages: [], tools: [], settings: { responseFormat: format }, extraFields: [] };
    const request = { model: 'claude-opus-5', isStream: false, traits: { hasOutputFormat: false } };
    const { body, reading } = writeMessagesCall(asked, request, new DroppedFields());
    expect(body).not.toHaveProperty('output_config');
    expect(reading.jsonTool).toBe('json_answer');
  });
});
