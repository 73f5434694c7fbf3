import { type ChatCall } from '../canonical/chat';
import { readMessagesCall } from './read-call';

function question(fields: Readonly<Record<string, unknown>>): ChatCall {
  return readMessagesCall({ messages: [], ...fields });
}

describe('settings of a Messages caller', () => {
  it('are read', () => {
    const call = question({
      model: 'm',
      stream: true,
      max_tokens: 9,
      temperature: 0.5,
      top_p: 0.9,
      top_k: 5,
      stop_sequences: ['END'],
      metadata: { user_id: 'u' },
      service_tier: 'standard_only',
    });
    expect(call.settings).toEqual({
      maxTokens: 9,
      temperature: 0.5,
      topP: 0.9,
      topK: 5,
      stop: ['END'],
      user: 'u',
      serviceTier: 'default',
    });
    expect(call.extraFields).toEqual([]);
  });

  it.each<[object, object]>([
    [{ thinking: { type: 'enabled', budget_tokens: 5000 } }, { budgetTokens: 5000 }],
    [{ thinking: { type: 'disabled' } }, { effort: 'none' }],
    [{ thinking: { type: 'adaptive' } }, { effort: 'medium', budgetTokens: -1 }],
    [
      { thinking: { type: 'adaptive', display: 'omitted' }, output_config: { effort: 'max' } },
      { effort: 'max', isShown: false },
    ],
    [
      { thinking: { type: 'enabled', budget_tokens: 5000, display: 'summarized' } },
      { budgetTokens: 5000, isShown: true },
    ],
    [{ output_config: { effort: 'low' } }, { effort: 'low' }],
  ])('%j are read as the reasoning %j', (fields, expected) => {
    const call = question({ ...fields });
    expect(call.settings.reasoning).toEqual(expected);
    expect(call.extraFields).toEqual([]);
  });

  it.each<[object, object]>([
    [{ type: 'auto' }, { toolChoice: { type: 'auto' } }],
    [
      { type: 'any', disable_parallel_tool_use: true },
      { toolChoice: { type: 'required' }, parallelToolCalls: false },
    ],
    [{ type: 'tool', name: 'f' }, { toolChoice: { type: 'tool', name: 'f' } }],
    [{ type: 'none' }, { toolChoice: { type: 'none' } }],
  ])('with the choice %j are read as %j', (choice, expected) => {
    expect(question({ tool_choice: choice }).settings).toEqual(expected);
  });

  it.each(['output_config', 'output_format'])('read a schema in %s as the form of the answer', field => {
    const format = { type: 'json_schema', schema: { type: 'object' } };
    const given = field === 'output_config' ? { output_config: { format } } : { output_format: format };
    expect(question(given).settings.responseFormat).toEqual({
      type: 'schema',
      name: 'response',
      schema: { type: 'object' },
      strict: true,
    });
  });

  it('are named when they have no place', () => {
    const { extraFields } = question({
      container: 'c',
      mcp_servers: [],
      context_management: {},
      cache_control: { type: 'ephemeral' },
      metadata: { team: 1 },
      thinking: { type: 'disabled' },
      output_config: { effort: 'ultra', format: { type: 'xml' } },
      tool_choice: { type: 'some' },
      top_k: 'many',
    });
    expect([...extraFields].sort()).toEqual([
      'cache_control',
      'container',
      'context_management',
      'mcp_servers',
      'metadata.team',
      'output_config.effort',
      'output_config.format',
      'tool_choice',
      'top_k',
    ]);
  });
});

describe('tools of a Messages caller', () => {
  it('are functions, with or without their type', () => {
    const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' };
    const tools = [
      { name: 'f', description: 'd', input_schema: schema, cache_control: { type: 'ephemeral' } },
      { type: 'custom', name: 'g', input_schema: { type: 'object' }, strict: true },
    ];
    expect(question({ tools }).tools).toEqual([
      { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' }, cache: { ttl: '5m' } },
      { type: 'function', name: 'g', parameters: { type: 'object' }, strict: true },
    ]);
  });

  it('include the search, and tools that only the provider can run are named', () => {
    const tools = [
      {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: 3,
        allowed_domains: ['a.example'],
        user_location: { type: 'approximate', city: 'Ulm' },
      },
      { type: 'bash_20250124', name: 'bash' },
      { type: 'custom', name: 'f', defer_loading: true },
    ];
    const call = question({ tools });
    expect(call.tools).toEqual([
      { type: 'webSearch', maxUses: 3, allowedDomains: ['a.example'], userLocation: { city: 'Ulm' } },
      { type: 'function', name: 'f' },
    ]);
    expect(call.extraFields).toEqual(['tools.bash_20250124', 'tools.defer_loading']);
  });
});
