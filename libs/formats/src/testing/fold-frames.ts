import { totalCompletionTokens, totalPromptTokens } from '@contracts';
import { SseParser } from '@kernel';
import { AnswerFolder } from '../canonical/fold-answer';
import { type FinishReason } from '../canonical/chat';
import { type ChatAnswer } from '../canonical/chat-answer';
import { type ChatStreamReader, type StreamFrame } from '../canonical/chat-format';
import { parseJson } from '../json/read-value';

/** Folds the frames of a stream into an answer. */
export function foldFrames(frames: readonly StreamFrame[], reader: ChatStreamReader): ChatAnswer {
  const folder = new AnswerFolder();
  for (const event of [...frames.flatMap(frame => reader.read(frame)), ...reader.end()]) folder.add(event);
  if (folder.error) throw new Error(`the answer is an error: ${folder.error.message}`);
  return folder.result();
}

export function sseFrames(text: string): readonly StreamFrame[] {
  const parser = new SseParser();
  return [...parser.push(Buffer.from(text)), ...parser.end()].map(({ event, data }) => ({ event, data }));
}

export interface Summary {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly finish: FinishReason | undefined;
  readonly usage: { readonly prompt: number; readonly cached: number; readonly completion: number } | null;
}

/** The parts of an answer's first choice that every format can express. */
export function summaryOf(answer: ChatAnswer): Summary {
  const [choice] = answer.choices;
  const blocks = choice?.blocks ?? [];
  const textOf = (type: 'text' | 'reasoning'): string =>
    blocks.flatMap(block => (block.type === type ? [block.text] : [])).join('');
  const { usage } = answer;
  return {
    text: textOf('text'),
    reasoning: textOf('reasoning'),
    toolCalls: blocks.flatMap(block =>
      block.type === 'toolCall' ? [{ name: block.name, arguments: parsedArguments(block.arguments) }] : [],
    ),
    finish: choice?.finish,
    usage:
      usage.kind === 'reported'
        ? {
            prompt: totalPromptTokens(usage.usage),
            cached: usage.usage.cachedReadTokens,
            completion: totalCompletionTokens(usage.usage),
          }
        : null,
  };
}

function parsedArguments(text: string): unknown {
  return text === '' ? {} : (parseJson(text) ?? text);
}
