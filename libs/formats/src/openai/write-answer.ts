import { type ChatAnswer, type ChatChoice } from '../canonical/chat-answer';
import { type AnswerContext } from '../canonical/chat-format';
import { type AudioBlock, type ToolCallBlock } from '../canonical/chat';
import { type JsonObject } from '../json/read-value';
import { writeCitation } from './citations';
import { writeFinish } from './finish';
import { signatureField } from './google-signatures';
import { dataUrl } from './media';
import { PendingSeals } from './pending-seals';
import { writeUsage } from './usage';

type Body = Record<string, unknown>;

/**
 * Writes a chat completion for a caller; source: 'The chat completion object' of OpenAI's API reference, read 2026-08.
 */
export function writeAnswer(answer: ChatAnswer, context: AnswerContext): JsonObject {
  const choices = answer.choices.length > 0 ? answer.choices : [NO_CHOICE];
  return {
    id: answerId(answer.id, context),
    object: 'chat.completion',
    created: context.createdAtSeconds,
    model: context.model,
    choices: choices.map(choice => writeChoice(choice, context)),
    ...(answer.usage.kind === 'reported' && { usage: writeUsage(answer.usage.usage) }),
  };
}

const NO_CHOICE: ChatChoice = { index: 0, blocks: [], finish: 'stop' };

/** The provider's own id if it is an id of this format, otherwise a new one. */
export function answerId(id: string, context: AnswerContext): string {
  return id.startsWith('chatcmpl-') ? id : context.newId('chatcmpl-');
}

/** Tells whether the caller uses the deprecated `functions`, and therefore expects `function_call`. */
export function speaksOfFunctions({ parsed }: AnswerContext): boolean {
  return Array.isArray(parsed.functions) && !Array.isArray(parsed.tools);
}

function writeChoice(choice: ChatChoice, context: AnswerContext): Body {
  const message = writeMessage(choice, context);
  const hasCalls = choice.blocks.some(block => block.type === 'toolCall');
  const isLegacy = hasCalls && speaksOfFunctions(context);
  const finish = writeFinish(choice.finish, hasCalls);
  return {
    index: choice.index,
    message,
    logprobs: choice.logprobs ?? null,
    finish_reason: isLegacy && finish === 'tool_calls' ? 'function_call' : finish,
  };
}

function writeMessage({ blocks }: ChatChoice, context: AnswerContext): Body {
  const seals = new PendingSeals();
  const texts: string[] = [];
  const refusals: string[] = [];
  const reasoning: string[] = [];
  const annotations: object[] = [];
  const images: object[] = [];
  const calls: Body[] = [];
  let audio: Body | null = null;
  let length = 0;
  for (const block of blocks) {
    switch (block.type) {
      case 'reasoning':
        reasoning.push(block.text);
        seals.reasoning(block.text);
        if (block.seal) seals.seal(block.seal);
        break;
      case 'text':
        annotations.push(...(block.citations ?? []).map(citation => writeCitation(citation, length)));
        texts.push(block.text);
        length += block.text.length;
        break;
      case 'refusal':
        refusals.push(block.text);
        break;
      case 'image':
        if (block.source.kind === 'data') images.push(writeImage(block.source.mime, block.source.data, images.length));
        break;
      case 'audio':
        audio = writeAudio(block, context);
        break;
      case 'toolCall':
        calls.push({ ...writeCall(block, seals.take(block.id, block.seal)), ...signatureField(block.seal) });
        break;
      default: // models never return videos, documents or tool results
    }
  }
  const thought = reasoning.join('');
  return {
    role: 'assistant',
    content: texts.length > 0 ? texts.join('') : null,
    refusal: refusals.length > 0 ? refusals.join('') : null,
    ...(thought !== '' && { reasoning_content: thought }),
    ...(annotations.length > 0 && { annotations }),
    ...(images.length > 0 && { images }),
    ...(audio && { audio }),
    ...(calls.length > 0 && callFields(calls, blocks, context)),
  };
}

function callFields(calls: readonly Body[], blocks: ChatChoice['blocks'], context: AnswerContext): Body {
  const first = blocks.find(block => block.type === 'toolCall');
  if (!first || !speaksOfFunctions(context)) return { tool_calls: calls };
  return { function_call: { name: first.name, arguments: first.arguments || '{}' } };
}

function writeCall({ kind, name, ...call }: ToolCallBlock, id: string): Body {
  if (kind === 'custom') return { id, type: kind, custom: { name, input: call.arguments } };
  return { id, type: kind, function: { name, arguments: call.arguments || '{}' } };
}

/** An image in the form that aggregators use; OpenAI's own format has no images in answers. */
export function writeImage(mime: string, data: string, index: number): object {
  return { type: 'image_url', index, image_url: { url: dataUrl(mime, data) } };
}

function writeAudio({ id, data, transcript = '' }: AudioBlock, context: AnswerContext): Body {
  return {
    id: id ?? context.newId('audio_'),
    data,
    transcript,
    expires_at: context.createdAtSeconds + SPEECH_KEPT_SECONDS,
  };
}

/** How long the format promises to keep spoken answers, whichever provider made them. */
export const SPEECH_KEPT_SECONDS = 3600;
