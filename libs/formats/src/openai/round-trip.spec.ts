import fc from 'fast-check';
import { DroppedFields } from '../canonical/dropped-fields';
import { type ChatBlock, type ChatCall, type ChatMessage } from '../canonical/chat';
import { arbitraryCall } from '../testing/arbitrary-call';
import { type JsonObject } from '../json/read-value';
import { type OpenAiDialect } from './dialect';
import { readCall } from './read-call';
import { writeCall } from './write-call';

/**
 * Parts of a call that the plain format cannot express in one direction are left out here; the dropped fields have
 * tests of their own.
 */
const LEFT_OUT = [
  'cache',
  'seal',
  'citations',
  'reasoning',
  'toolResultMedia',
  'toolResultName',
  'toolError',
  'mediaUrl',
  'storedMedia',
  'topK',
  'minP',
  'repetitionPenalty',
  'metadata',
] as const;

function writtenAndRead(
  call: ChatCall,
  dialect: OpenAiDialect = {},
): { readonly back: ChatCall; readonly dropped: DroppedFields } {
  const dropped = new DroppedFields();
  const body = writeCall(call, { model: 'm', isStream: false }, dropped, dialect);
  return { back: readCall(JSON.parse(JSON.stringify(body)) as JsonObject), dropped };
}

/**
 * Brings a call into the form in which the chat format returns it: consecutive texts are one text, and documents always
 * have a name.
 */
function normal({ messages, tools, settings, extraFields }: ChatCall): ChatCall {
  const { effort, budgetTokens } = settings.reasoning ?? {};
  return {
    tools,
    extraFields,
    messages: messages.map((message): ChatMessage => ({ ...message, blocks: joined(message.blocks.map(named)) })),
    settings:
      budgetTokens === undefined ? settings : { ...settings, reasoning: { effort: effort ?? effortFor(budgetTokens) } },
  };
}

function effortFor(tokens: number): 'low' | 'medium' | 'high' {
  return tokens < 2048 ? 'low' : tokens < 8192 ? 'medium' : 'high';
}

function named(block: ChatBlock): ChatBlock {
  return block.type === 'file' && block.source.kind === 'data'
    ? { ...block, name: block.name ?? 'document.pdf' }
    : block;
}

function joined(blocks: readonly ChatBlock[]): ChatBlock[] {
  // Only content that is nothing but text is joined; a list of parts keeps its parts.
  const said = blocks.filter(block => block.type !== 'toolResult');
  if (said.length < 2 || !said.every(block => block.type === 'text')) return [...blocks];
  const text = said.map(block => block.text).join('\n');
  return [...blocks.filter(block => block.type === 'toolResult'), { type: 'text', text }];
}

describe('calls that are written and read back', () => {
  it('stay the same', () => {
    fc.assert(
      fc.property(arbitraryCall({ without: LEFT_OUT }), call => {
        const { back, dropped } = writtenAndRead(call);
        const roughly = call.settings.reasoning?.budgetTokens === undefined ? [] : ['reasoning.budget_tokens'];
        expect(dropped.list).toEqual(roughly);
        expect(normal(back)).toEqual(normal(call));
      }),
      { numRuns: 300 },
    );
  });

  it('keep reasoning, marks and sampling for providers that accept them', () => {
    const dialect: OpenAiDialect = {
      reasoningField: 'reasoning_content',
      takesCacheMarks: true,
      takesToolMedia: true,
      sampling: ['topK', 'minP', 'repetitionPenalty'],
    };
    const without = [
      'seal',
      'citations',
      'toolResultName',
      'toolError',
      'mediaUrl',
      'storedMedia',
      'metadata',
    ] as const;
    fc.assert(
      fc.property(arbitraryCall({ without }), call => {
        const { back, dropped } = writtenAndRead(call, dialect);
        const allowed = ['message.cache_control', 'message.reasoning', 'reasoning.budget_tokens'];
        expect(dropped.list.filter(name => !allowed.includes(name))).toEqual([]);
        if (dropped.isEmpty) expect(normal(back).settings).toEqual(normal(call).settings);
        expect(back.tools).toEqual(call.tools);
      }),
      { numRuns: 200 },
    );
  });

  it('name the signatures and settings that they lose, and keep the ids of calls', () => {
    fc.assert(
      fc.property(arbitraryCall({ without: ['mediaUrl', 'storedMedia'] }), call => {
        const { back, dropped } = writtenAndRead(call);
        const seals = call.messages.some(({ blocks }) => blocks.some(block => 'seal' in block));
        expect(dropped.list.includes('message.reasoning_signature')).toBe(seals);
        expect(dropped.list.includes('top_k')).toBe(call.settings.topK !== undefined);
        expect(callIds(back)).toEqual(callIds(call));
      }),
      { numRuns: 200 },
    );
  });
});

function callIds({ messages }: ChatCall): string[] {
  return messages.flatMap(({ blocks }) => blocks.flatMap(block => (block.type === 'toolCall' ? [block.id] : [])));
}
