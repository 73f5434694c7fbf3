import fc from 'fast-check';
import { DroppedFields } from '../canonical/dropped-fields';
import { type ChatBlock, type ChatCall, type ChatMessage, type ChatSettings, type ChatTool } from '../canonical/chat';
import { arbitraryCall } from '../testing/arbitrary-call';
import { type JsonObject, asList, at, isJsonObject } from '../json/read-value';
import { geminiFormat } from './index';

const request = { model: 'gemini-3-flash-preview', isStream: false };

/** Parts of a call that this format cannot express; other tests show that each is named when it is dropped. */
const UNSAID = [
  'developer',
  'lateInstructions',
  'participantName',
  'cache',
  'citations',
  'refusal',
  'imageDetail',
  'mediaUrl',
  'storedMedia',
  'customTools',
  'webSearch',
  'toolStrict',
  'toolResultMedia',
  'minP',
  'repetitionPenalty',
  'logitBias',
  'verbosity',
  'user',
  'metadata',
  'promptCacheKey',
  'store',
  'audio',
  'reasoning',
] as const;

it('reads a written call back unchanged, except for the dropped fields', () => {
  const call = arbitraryCall({ without: UNSAID, sealProviders: ['google'] });
  fc.assert(
    fc.property(call, given => {
      const dropped = new DroppedFields();
      const body = geminiFormat.writeCall(given, request, dropped);
      const back = geminiFormat.readCall(JSON.parse(JSON.stringify(body)) as JsonObject);
      expect(back).toEqual(asSaid(given));
      const mayLose = ['message.filename', 'parallel_tool_calls', 'response_format.description'];
      expect(dropped.list.filter(name => !mayLose.includes(name))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

it('keeps reasoning that the provider has sealed, and names all other reasoning as dropped', () => {
  const blocks: ChatBlock[] = [
    { type: 'reasoning', text: 'plan', seal: { provider: 'google', kind: 'signature', value: 'c2ln' } },
    { type: 'reasoning', text: 'bare' },
    { type: 'reasoning', text: 'foreign', seal: { provider: 'anthropic', kind: 'signature', value: 'eA==' } },
    { type: 'text', text: 'done' },
  ];
  const dropped = new DroppedFields();
  const messages: ChatMessage[] = [
    { role: 'user', blocks: [{ type: 'text', text: 'q' }] },
    { role: 'assistant', blocks },
  ];
  const body = geminiFormat.writeCall({ messages, tools: [], settings: {}, extraFields: [] }, request, dropped);
  expect(geminiFormat.readCall(body).messages[1]?.blocks).toEqual([blocks[0], blocks[3]]);
  expect(dropped.list).toEqual(['message.reasoning', 'message.reasoning_signature']);
});

it('writes contents that the provider accepts, whatever the call holds', () => {
  fc.assert(
    fc.property(arbitraryCall({ without: ['storedMedia'] }), fc.boolean(), (given, takesAll) => {
      const model = takesAll ? 'gemini-3-flash-preview' : 'gemma-3-27b-it';
      const body = geminiFormat.writeCall(given, { model, isStream: true }, new DroppedFields());
      const contents = asList(body.contents);
      expect(contents.length).toBeGreaterThan(0);
      contents.forEach((content, index) => {
        expect(at(content, 'role')).toBe(index % 2 === 0 ? 'user' : 'model');
        expect(asList(at(content, 'parts')).length).toBeGreaterThan(0);
        const calls = namesIn(content, 'functionCall');
        if (index + 1 < contents.length) expect(namesIn(contents[index + 1], 'functionResponse')).toEqual(calls);
      });
    }),
    { numRuns: 100 },
  );
});

it.each([
  ['minP', { minP: 0.1 }, 'min_p'],
  ['repetitionPenalty', { repetitionPenalty: 1.1 }, 'repetition_penalty'],
  ['logitBias', { logitBias: { 1: 2 } }, 'logit_bias'],
  ['verbosity', { verbosity: 'low' }, 'verbosity'],
  ['user', { user: 'u' }, 'user'],
  ['metadata', { metadata: {} }, 'metadata'],
  ['promptCacheKey', { promptCacheKey: 'k' }, 'prompt_cache_key'],
  ['store', { store: true }, 'store'],
  ['serviceTier', { serviceTier: 'scale' }, 'service_tier'],
  ['seed', { seed: 2 ** 40 }, 'seed'],
  ['stop', { stop: ['1', '2', '3', '4', '5', '6'] }, 'stop'],
  ['audio', { audio: { voice: 'alloy', format: 'wav' } }, 'audio'],
  ['parallelToolCalls', { parallelToolCalls: false }, 'parallel_tool_calls'],
  ['toolChoice', { toolChoice: { type: 'required' } }, 'tool_choice'],
] as [string, ChatSettings, string][])('names %s as dropped', (_key, settings, name) => {
  const dropped = new DroppedFields();
  const messages: ChatMessage[] = [{ role: 'user', blocks: [{ type: 'text', text: 'q' }] }];
  geminiFormat.writeCall({ messages, tools: [], settings, extraFields: [] }, request, dropped);
  expect(dropped.list).toEqual([name]);
});

it('never fails on input that it cannot read, on either side', () => {
  const junk = fc.oneof(fc.anything(), fc.object({ key: fc.constantFrom(...KEYS), maxDepth: 6 }));
  fc.assert(
    fc.property(junk, value => {
      const call = geminiFormat.readCall(isJsonObject(value) ? value : {});
      geminiFormat.writeCall(withoutStored(call), request, new DroppedFields());
      geminiFormat.readAnswer(value);
      geminiFormat.signs.usageAfter(value, { kind: 'missing' });
      geminiFormat.signs.errorOf(value);
      const reader = geminiFormat.openReader();
      reader.read({ event: '', data: JSON.stringify(value) ?? '' });
      reader.read({ event: '', data: '{"candidates":[' });
      expect(reader.isDone).toBe(false);
      reader.end();
    }),
    { numRuns: 300 },
  );
});

const KEYS = [
  'contents',
  'parts',
  'text',
  'candidates',
  'content',
  'functionCall',
  'functionResponse',
  'partialArgs',
  'jsonPath',
  'args',
  'tools',
  'functionDeclarations',
  'parameters',
  'properties',
  '$ref',
  'allOf',
  'anyOf',
  'inlineData',
  'generationConfig',
  'responseSchema',
  'usageMetadata',
  'groundingMetadata',
  'groundingSupports',
  'error',
  '__proto__',
];

function namesIn(content: unknown, key: string): unknown[] {
  return asList(at(content, 'parts'))
    .map(part => at(part, key, 'name'))
    .filter(name => name !== undefined);
}

function withoutStored(call: ChatCall): ChatCall {
  const isKept = (block: ChatBlock): boolean => !('source' in block) || block.source.kind !== 'stored';
  return { ...call, messages: call.messages.map(message => ({ ...message, blocks: message.blocks.filter(isKept) })) };
}

/** The call as this format can express it. */
function asSaid(call: ChatCall): ChatCall {
  const { parallelToolCalls: _parallel, ...settings } = call.settings;
  return {
    messages: call.messages.map(message => ({
      ...message,
      blocks: message.blocks.map(block => saidBlock(block, call)),
    })),
    tools: call.tools.map(saidTool),
    settings: saidSettings(settings),
    extraFields: [],
  };
}

function saidBlock(block: ChatBlock, call: ChatCall): ChatBlock {
  if (block.type === 'file') return { type: 'file', source: block.source };
  if (block.type !== 'toolResult') return block;
  const calls = call.messages.flatMap(message => message.blocks).filter(other => other.type === 'toolCall');
  const name = calls.find(made => made.id === block.callId)?.name ?? '';
  return { ...block, name };
}

function saidTool(tool: ChatTool): ChatTool {
  return tool.type === 'function' && tool.parameters ? { ...tool, parameters: saidSchema(tool.parameters) } : tool;
}

function saidSchema({ additionalProperties: _none, ...schema }: JsonObject): JsonObject {
  return schema;
}

function saidSettings(settings: ChatSettings): ChatSettings {
  const { responseFormat, toolChoice, serviceTier, ...rest } = settings;
  const isSingle = toolChoice?.type === 'allowed' && toolChoice.isRequired && toolChoice.names.length === 1;
  const schema = responseFormat?.type === 'schema' ? saidSchema(responseFormat.schema) : {};
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0;
  return {
    ...rest,
    ...(toolChoice && { toolChoice: isSingle ? { type: 'tool', name: toolChoice.names[0] ?? '' } : toolChoice }),
    ...(serviceTier !== undefined && serviceTier !== 'auto' && { serviceTier }),
    ...(responseFormat?.type === 'json' && { responseFormat }),
    ...(responseFormat?.type === 'schema' && {
      responseFormat: isEmpty ? { type: 'json' } : { type: 'schema', name: 'response', schema },
    }),
  };
}
