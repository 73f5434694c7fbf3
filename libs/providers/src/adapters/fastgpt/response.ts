import {
  type ChatReading,
  type ChatAnswer,
  asList,
  at,
  isJsonObject,
  chatFormats,
  answerOfEvents,
  asText,
} from '@formats';
import { isFastGptError } from './errors';
import { FastGptStreamReader, withoutPlaceholder } from './stream';

/**
 * Reads answers that mostly have the OpenAI shape. Content may be a list, counts of 1 mean that nothing was counted,
 * and callers who ask for details receive named events.
 */
export const fastGptReading: ChatReading = {
  kind: 'chat',
  framing: 'sse',
  readAnswer,
  openReader: () => new FastGptStreamReader(),
  isError: isFastGptError,
};

function readAnswer(body: unknown): ChatAnswer {
  const choices = asList(at(body, 'choices')).map(choice =>
    isJsonObject(choice) ? { ...choice, message: straightMessage(choice.message) } : choice,
  );
  const answer = chatFormats.openai.readAnswer(isJsonObject(body) ? { ...body, choices } : body);
  return { ...answer, usage: answerOfEvents(withoutPlaceholder([{ type: 'usage', usage: answer.usage }])).usage };
}

/** Joins a list of texts and thoughts, as flows with several nodes return it. */
function straightMessage(message: unknown): unknown {
  const parts = at(message, 'content');
  if (!isJsonObject(message) || !Array.isArray(parts)) return message;
  const joined = (type: string): string =>
    asList(parts)
      .filter(part => at(part, 'type') === type)
      .map(part => asText(at(part, type, 'content')) || asText(at(part, type)))
      .join('');
  const reasoning = joined('reasoning');
  return { ...message, content: joined('text'), ...(reasoning !== '' && { reasoning_content: reasoning }) };
}
