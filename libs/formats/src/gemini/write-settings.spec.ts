import { DroppedFields } from '../canonical/dropped-fields';
import { type ChatCall, type ChatSettings, type ChatTool } from '../canonical/chat';
import { type JsonObject, at } from '../json/read-value';
import { geminiFormat } from './index';

const OLD = 'gemini-2.5-flash';
const NEW = 'gemini-3-flash-preview';

function write(given: Partial<ChatCall>, model = OLD): { readonly body: JsonObject; readonly lost: readonly string[] } {
  const dropped = new DroppedFields();
  const messages: ChatCall['messages'] = [{ role: 'user', blocks: [{ type: 'text', text: 'q' }] }];
  const whole = { messages, tools: [], settings: {}, extraFields: [], ...given };
  return { body: geminiFormat.writeCall(whole, { model, isStream: false }, dropped), lost: dropped.list };
}

describe('tools for a Gemini model', () => {
  const tool: ChatTool = {
    type: 'function',
    name: 'f',
    parameters: { type: 'object', properties: { a: { type: 'string' } } },
  };
  const written = {
    functionDeclarations: [{ name: 'f', parameters: { type: 'object', properties: { a: { type: 'string' } } } }],
  };

  it.each([
    [undefined, undefined],
    [{ type: 'auto' }, { mode: 'AUTO' }],
    [{ type: 'none' }, { mode: 'NONE' }],
    [{ type: 'required' }, { mode: 'ANY' }],
    [
      { type: 'tool', name: 'f' },
      { mode: 'ANY', allowedFunctionNames: ['f'] },
    ],
    [
      { type: 'allowed', names: ['f', 'g'], isRequired: true },
      { mode: 'ANY', allowedFunctionNames: ['f', 'g'] },
    ],
    [
      { type: 'allowed', names: ['f'], isRequired: false },
      { mode: 'VALIDATED', allowedFunctionNames: ['f'] },
    ],
  ] as [ChatSettings['toolChoice'], unknown][])('have the choice %j', (toolChoice, config) => {
    const { body, lost } = write({ tools: [tool], settings: toolChoice ? { toolChoice } : {} });
    expect(body.tools).toEqual([written]);
    expect(at(body, 'toolConfig', 'functionCallingConfig')).toEqual(config);
    expect(lost).toEqual([]);
  });

  it('that are strict make the whole call strict', () => {
    const { body, lost } = write({ tools: [{ ...tool, strict: true }] });
    expect(body.toolConfig).toEqual({ functionCallingConfig: { mode: 'VALIDATED' } });
    expect(lost).toEqual(['tools.strict']);
  });

  it('get names that the provider accepts', () => {
    const tools: ChatTool[] = ['1st/tool', 'a'.repeat(70), 'ok.name-1:x'].map(name => ({ type: 'function', name }));
    expect(at(write({ tools }).body, 'tools', 0, 'functionDeclarations')).toEqual([
      { name: '_1st_tool' },
      { name: 'a'.repeat(64) },
      { name: 'ok.name-1:x' },
    ]);
  });

  it('with free text become functions, with the grammar in words', () => {
    const format = { type: 'grammar', syntax: 'regex', definition: 'a+' };
    const { body, lost } = write({ tools: [{ type: 'custom', name: 'c', description: 'd', format }] });
    expect(at(body, 'tools', 0, 'functionDeclarations', 0)).toEqual({
      name: 'c',
      description: `d\nInput format: ${JSON.stringify(format)}`,
      parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
    });
    expect(lost).toEqual(['tools.custom']);
  });

  it('include search alone, or with functions when the model supports both', () => {
    const search: ChatTool = { type: 'webSearch', contextSize: 'low' };
    expect(write({ tools: [search] })).toMatchObject({
      body: { tools: [{ googleSearch: {} }] },
      lost: ['tools.web_search.search_context_size'],
    });
    expect(write({ tools: [tool, search] }, NEW).body.tools).toEqual([written, { googleSearch: {} }]);
    expect(write({ tools: [tool, search] })).toMatchObject({ body: { tools: [written] }, lost: ['tools.web_search'] });
  });

  it('of the provider are named by functions, unless those are the caller’s own', () => {
    const named = (name: string, properties: JsonObject): ChatTool => ({
      type: 'function',
      name,
      parameters: { type: 'object', properties },
    });
    expect(write({ tools: [named('urlContext', {}), named('codeExecution', {})] }).body.tools).toEqual([
      { urlContext: {} },
      { codeExecution: {} },
    ]);
    const own = write({ tools: [named('codeExecution', { code: { type: 'string' } })] }).body.tools;
    expect(at(own, 0, 'functionDeclarations', 0, 'name')).toBe('codeExecution');
  });

  it('are left out for image models', () => {
    const given = { tools: [tool], settings: { responseFormat: { type: 'json' } } as const };
    const { body, lost } = write(given, 'gemini-3-pro-image-preview');
    expect(body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'q' }] }],
      generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
    });
    expect(lost).toEqual(['response_format', 'tools']);
  });
});

describe('settings for a Gemini model', () => {
  const configOf = (settings: ChatSettings, model = OLD): unknown => write({ settings }, model).body.generationConfig;
  const schema = { type: 'object', properties: { a: { type: 'string' } } };

  it.each([
    [
      { maxTokens: 5, temperature: 0.5, topP: 0.9, topK: 4 },
      { maxOutputTokens: 5, temperature: 0.5, topP: 0.9, topK: 4 },
    ],
    [
      { presencePenalty: 1, frequencyPenalty: -1, seed: 3, n: 2 },
      { presencePenalty: 1, frequencyPenalty: -1, seed: 3, candidateCount: 2 },
    ],
    [{ stop: ['a', 'b'] }, { stopSequences: ['a', 'b'] }],
    [
      { logprobs: true, topLogprobs: 2 },
      { responseLogprobs: true, logprobs: 2 },
    ],
    [{ responseFormat: { type: 'json' } }, { responseMimeType: 'application/json' }],
    [
      { responseFormat: { type: 'schema', name: 'n', schema: { ...schema, additionalProperties: false } } },
      { responseMimeType: 'application/json', responseSchema: schema },
    ],
    [
      { modalities: ['audio'], audio: { voice: 'alloy', format: 'pcm16' } },
      { responseModalities: ['AUDIO'], speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } } },
    ],
    [{ modalities: ['image', 'text'] }, { responseModalities: ['TEXT', 'IMAGE'] }],
    [{ responseFormat: { type: 'text' } }, undefined],
  ] as [ChatSettings, unknown][])('are written for %j', (settings, config) => {
    expect(configOf(settings)).toEqual(config);
  });

  it('drop JSON in favour of tools when the model does not support both', () => {
    const given = { tools: [{ type: 'function', name: 'f' }], settings: { responseFormat: { type: 'json' } } } as const;
    expect(write(given).lost).toEqual(['response_format']);
    expect(write(given, NEW).body.generationConfig).toEqual({ responseMimeType: 'application/json' });
  });

  it.each([
    ['default', { serviceTier: 'standard' }],
    ['flex', { serviceTier: 'flex' }],
    ['auto', {}],
  ])('have the tier %s next to them', (serviceTier, expected) => {
    expect(write({ settings: { serviceTier } }).body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'q' }] }],
      ...expected,
    });
  });
});

describe('thinking of a Gemini model', () => {
  const shown = { includeThoughts: true };

  it.each([
    ['gemini-2.5-pro', { effort: 'none' }, { thinkingBudget: 128 }],
    ['gemini-2.5-pro', { effort: 'low' }, { thinkingBudget: 1024, ...shown }],
    ['gemini-2.5-pro', { budgetTokens: 90_000 }, { thinkingBudget: 32_768, ...shown }],
    ['gemini-2.5-flash', { effort: 'none' }, { thinkingBudget: 0 }],
    ['gemini-2.5-flash', { effort: 'medium' }, { thinkingBudget: 8192, ...shown }],
    ['gemini-2.5-flash', { effort: 'max' }, { thinkingBudget: 24_576, ...shown }],
    ['gemini-2.5-flash', { budgetTokens: -1 }, { thinkingBudget: -1, ...shown }],
    ['gemini-2.5-flash', { budgetTokens: 0 }, { thinkingBudget: 0 }],
    ['gemini-2.5-flash', { budgetTokens: 100, isShown: false }, { thinkingBudget: 100 }],
    ['gemini-2.5-flash-lite', { budgetTokens: 100 }, { thinkingBudget: 512, ...shown }],
    ['gemini-3-pro-preview', { effort: 'medium' }, { thinkingLevel: 'high', ...shown }],
    ['gemini-3-pro-preview', { effort: 'none' }, { thinkingLevel: 'low' }],
    ['gemini-3.1-pro-preview', { effort: 'medium' }, { thinkingLevel: 'medium', ...shown }],
    ['gemini-3-flash-preview', { effort: 'minimal' }, { thinkingLevel: 'minimal', ...shown }],
    ['gemini-3.6-flash', { effort: 'none' }, { thinkingLevel: 'minimal' }],
    ['gemini-3.7-flash', { effort: 'minimal' }, { thinkingLevel: 'low', ...shown }],
    ['gemini-3.7-flash', { effort: 'xhigh' }, { thinkingLevel: 'high', ...shown }],
    ['gemini-3.7-flash', { budgetTokens: 1024 }, { thinkingLevel: 'low', ...shown }],
    ['gemini-3-flash-preview', { budgetTokens: -1 }, shown],
    ['gemini-flash-latest', { effort: 'high' }, { thinkingLevel: 'high', ...shown }],
    ['gemini-2.0-flash', { effort: 'high' }, undefined],
    ['gemini-2.5-flash-image', { effort: 'high' }, undefined],
    ['gemma-3-27b-it', { effort: 'high' }, undefined],
  ] as [string, ChatSettings['reasoning'], unknown][])('of %s for %j', (model, reasoning, expected) => {
    const { body } = write({ settings: reasoning ? { reasoning } : {} }, model);
    expect(at(body, 'generationConfig', 'thinkingConfig')).toEqual(expected);
  });

  it.each([
    ['gemini-3-flash-preview', { effort: 'low' }, []],
    ['gemini-3-flash-preview', { budgetTokens: 1024 }, ['reasoning.budget_tokens']],
    ['gemini-2.5-flash', { budgetTokens: 1024, summary: 'detailed' }, ['reasoning.summary']],
    ['gemini-2.5-flash', { effort: 'low' }, ['reasoning_effort']],
    ['gemini-2.5-pro', { effort: 'none' }, ['reasoning_effort']],
    ['gemini-2.0-flash', { effort: 'low' }, ['reasoning_effort']],
    ['gemini-2.0-flash', { effort: 'none' }, []],
  ] as [string, NonNullable<ChatSettings['reasoning']>, string[]][])(
    'of %s for %j names the options that are only roughly kept',
    (model, reasoning, lost) => {
      expect(write({ settings: { reasoning } }, model).lost).toEqual(lost);
    },
  );
});
