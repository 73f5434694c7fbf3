import { type ChatAnswer, asList, answerOfEvents, type ChatReading, at } from '@formats';
import { SparkStreamReader } from './stream';

/** @param body the frames of an answer, or a single one */
function readSparkAnswer(body: unknown): ChatAnswer {
  const reader = new SparkStreamReader();
  const frames = Array.isArray(body) ? asList(body) : [body];
  return answerOfEvents(frames.flatMap(frame => reader.readFrame(frame)));
}

export const sparkReading: ChatReading = {
  kind: 'chat',
  hasNamedExtraFields: true,
  framing: 'messages',
  readAnswer: readSparkAnswer,
  openReader: () => new SparkStreamReader(),
  isError: body => Boolean(at(body, 'header', 'code')),
};
