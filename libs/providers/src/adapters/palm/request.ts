import { type DroppedFields, type ChatCall, type ChatMessage, nameDropped, type JsonObject } from '@formats';
import { functionNames, imagesOf, resultText, textOf, toolResultsOf } from '../../shared/read-call-parts';

const CANDIDATES_MAX = 8;

interface PalmMessage {
  /** `0` is the user, `1` is the model. */
  readonly author: '0' | '1';
  readonly content: string;
}

/**
 * Writes the body of generateMessage: instructions as context, then user and model in turn, the user last. Source:
 * 'generateMessage' of the PaLM API, which the provider has shut down.
 *
 * @throws CallRefusal for images, audio and documents of the user
 */
export function palmBody(call: ChatCall, dropped: DroppedFields): JsonObject {
  nameDropped(call, { settings: ['temperature', 'topP', 'n'] }, dropped);
  const { temperature, topP, n } = call.settings;
  const isInstruction = ({ role }: ChatMessage): boolean => role === 'system' || role === 'developer';
  const context = call.messages.filter(isInstruction).map(({ blocks }) => textOf(blocks));
  const said = call.messages
    .filter(message => !isInstruction(message))
    .map(message => contentOf(message, call, dropped));
  if (temperature !== undefined && temperature > 1) dropped.add('temperature');
  if (n !== undefined && n > CANDIDATES_MAX) dropped.add('n');
  return {
    prompt: { ...(context.length > 0 && { context: context.join('\n') }), messages: alternating(said) },
    ...(temperature !== undefined && { temperature: Math.min(temperature, 1) }),
    ...(n !== undefined && { candidateCount: Math.min(n, CANDIDATES_MAX) }),
    ...(topP !== undefined && { topP }),
  };
}

function contentOf(message: ChatMessage, call: ChatCall, dropped: DroppedFields): PalmMessage {
  imagesOf(message, { takesImages: false, dropped });
  const names = functionNames(call.messages);
  const results = toolResultsOf(message.blocks).map(result => {
    dropped.add('message.tool_result'); // results are written as text
    return `${names.get(result.callId) ?? 'result'}: ${resultText(result, dropped)}`;
  });
  if (message.blocks.some(block => block.type === 'toolCall')) dropped.add('message.tool_calls');
  const content = [...results, textOf(message.blocks)].filter(text => text !== '').join('\n');
  return { author: message.role === 'assistant' ? '1' : '0', content };
}

/** Joins consecutive messages of one author; the last message must be the user's. */
function alternating(said: readonly PalmMessage[]): readonly PalmMessage[] {
  const messages: PalmMessage[] = [];
  for (const { author, content } of said) {
    const last = messages.at(-1);
    if (last?.author === author) messages[messages.length - 1] = { author, content: `${last.content}\n${content}` };
    else messages.push({ author, content });
  }
  return messages.at(-1)?.author === '0' ? messages : [...messages, { author: '0', content: ' ' }];
}
