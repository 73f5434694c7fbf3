import { type ChatBlock } from '../canonical/chat';
import { type ChatAnswer } from '../canonical/chat-answer';
import { type AnswerContext } from '../canonical/chat-format';
import { type JsonObject } from '../json/read-value';
import { inputOf, messageId, pageCitation, imageText, shownCallId, spokenText } from './answer-parts';
import { redactedDataOf, signatureOf, standsAlone } from './seals';
import { stopReasonOf } from './stop-reasons';
import { estimatedUsage, writeUsage } from './usage';

/** Writes a whole answer as a message. The format has one alternative; others are left out. */
export function writeMessage(answer: ChatAnswer, context: AnswerContext): JsonObject {
  const choice = answer.choices[0];
  const blocks = choice?.blocks ?? [];
  const content = blocks.flatMap(block => writeBlock(block, context));
  const { usage } = answer;
  return {
    id: messageId(answer.id, context.newId),
    type: 'message',
    role: 'assistant',
    model: context.model,
    // An empty list is legal, but some clients need at least one block.
    content: content.length > 0 ? content : [{ type: 'text', text: '' }],
    stop_reason: stopReasonOf({
      finish: choice?.finish ?? 'unknown',
      stopSequence: choice?.stopSequence,
      hasCalls: blocks.some(block => block.type === 'toolCall'),
      hasRefused: blocks.some(block => block.type === 'refusal'),
    }),
    stop_sequence: choice?.stopSequence ?? null,
    usage: usage.kind === 'reported' ? writeUsage(usage.usage) : estimatedUsage(context.estimatedPromptTokens, 0),
  };
}

function writeBlock(block: ChatBlock, context: AnswerContext): JsonObject[] {
  switch (block.type) {
    case 'text': {
      const citations = block.citations && { citations: block.citations.map(pageCitation) };
      const text = block.text === '' ? [] : [{ type: 'text', text: block.text, ...citations }];
      return block.seal ? [...text, { type: 'redacted_thinking', data: redactedDataOf(block.seal) }] : text;
    }
    case 'reasoning': {
      const { text, seal } = block;
      if (seal && standsAlone(seal, text)) return [{ type: 'redacted_thinking', data: redactedDataOf(seal) }];
      return [{ type: 'thinking', thinking: text, signature: seal ? signatureOf(seal) : '' }];
    }
    case 'toolCall': {
      const id = shownCallId(block, context.newId);
      return [{ type: 'tool_use', id, name: block.name, input: inputOf(block.arguments, block.kind) }];
    }
    case 'refusal':
      return textOf(block.text);
    case 'image':
      return textOf(imageText(block.source));
    case 'audio':
      return textOf(spokenText(block));
    default:
      return []; // models never return videos, documents or tool results
  }
}

function textOf(text: string): JsonObject[] {
  return text === '' ? [] : [{ type: 'text', text }];
}
