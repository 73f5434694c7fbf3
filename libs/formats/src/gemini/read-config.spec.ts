import { type ChatSettings } from '../canonical/chat';
import { geminiFormat } from './index';

const { readCall } = geminiFormat;

function settingsOf(generationConfig: Record<string, unknown>): ChatSettings {
  return readCall({ generationConfig }).settings;
}

describe('tools of a Gemini call', () => {
  it('are read as functions, with types in lower case, and search', () => {
    const tools = [
      {
        function_declarations: [
          {
            name: 'f',
            description: 'd',
            parameters: { type: 'OBJECT', properties: { a: { type: 'STRING', nullable: true } } },
          },
          { name: 'g' },
          { name: 'h', parametersJsonSchema: { type: 'object', $defs: {} } },
        ],
      },
      { googleSearch: {} },
      { codeExecution: {} },
    ];
    const { tools: read, extraFields } = readCall({ tools });
    expect(read).toEqual([
      {
        type: 'function',
        name: 'f',
        description: 'd',
        parameters: { type: 'object', properties: { a: { type: ['string', 'null'] } } },
      },
      { type: 'function', name: 'g', parameters: { type: 'object', properties: {} } },
      { type: 'function', name: 'h', parameters: { type: 'object', $defs: {} } },
      { type: 'webSearch' },
    ]);
    expect(extraFields).toEqual(['tools.codeExecution']);
  });

  it.each([
    [{ mode: 'AUTO' }, { type: 'auto' }],
    [{ mode: 'NONE' }, { type: 'none' }],
    [{ mode: 'ANY' }, { type: 'required' }],
    [
      { mode: 'any', allowed_function_names: ['f'] },
      { type: 'tool', name: 'f' },
    ],
    [
      { mode: 'ANY', allowedFunctionNames: ['f', 'g'] },
      { type: 'allowed', names: ['f', 'g'], isRequired: true },
    ],
    [{ mode: 'VALIDATED' }, { type: 'auto' }],
    [
      { mode: 'VALIDATED', allowedFunctionNames: ['f'] },
      { type: 'allowed', names: ['f'], isRequired: false },
    ],
    [{}, undefined],
  ])('have the choice %j', (functionCallingConfig, expected) => {
    expect(readCall({ toolConfig: { functionCallingConfig } }).settings.toolChoice).toEqual(expected);
    const snake = { function_calling_config: functionCallingConfig };
    expect(readCall({ tool_config: snake }).settings.toolChoice).toEqual(expected);
  });
});

describe('generationConfig', () => {
  it.each([
    [{ maxOutputTokens: 5 }, { maxTokens: 5 }],
    [
      { max_output_tokens: 5, top_p: 0.5, topK: 3 },
      { maxTokens: 5, topP: 0.5, topK: 3 },
    ],
    [
      { temperature: 0, seed: 1, presencePenalty: 1, frequencyPenalty: -1 },
      { temperature: 0, seed: 1, presencePenalty: 1, frequencyPenalty: -1 },
    ],
    [
      { stopSequences: ['a'], candidateCount: 2 },
      { stop: ['a'], n: 2 },
    ],
    [{ stopSequences: 'a' }, { stop: ['a'] }],
    [
      { responseLogprobs: true, logprobs: 3 },
      { logprobs: true, topLogprobs: 3 },
    ],
    [{ responseMimeType: 'text/plain' }, { responseFormat: { type: 'text' } }],
    [{ responseMimeType: 'application/json' }, { responseFormat: { type: 'json' } }],
    [
      { responseMimeType: 'application/json', responseSchema: { type: 'ARRAY', items: { type: 'INTEGER' } } },
      { responseFormat: { type: 'schema', name: 'response', schema: { type: 'array', items: { type: 'integer' } } } },
    ],
    [
      { response_mime_type: 'application/json', response_json_schema: { const: 1 } },
      { responseFormat: { type: 'schema', name: 'response', schema: { const: 1 } } },
    ],
    [
      { responseMimeType: 'text/x.enum', responseSchema: { type: 'STRING', format: 'enum', enum: ['a', 'b'] } },
      { responseFormat: { type: 'schema', name: 'response', schema: { type: 'string', enum: ['a', 'b'] } } },
    ],
    [{ thinkingConfig: { thinkingBudget: 0 } }, { reasoning: { budgetTokens: 0, isShown: false } }],
    [
      { thinkingConfig: { thinkingBudget: -1, includeThoughts: true } },
      { reasoning: { budgetTokens: -1, isShown: true } },
    ],
    [{ thinking_config: { thinking_level: 'HIGH' } }, { reasoning: { effort: 'high', isShown: false } }],
    [{ responseModalities: ['TEXT', 'IMAGE'] }, { modalities: ['text', 'image'] }],
    [
      { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } } },
      { audio: { voice: 'Kore', format: 'pcm16' } },
    ],
  ])('is read with %j', (config, settings) => {
    expect(settingsOf(config)).toEqual(settings);
  });
});
