import { type ChatAnswer, type ChatReading, isJsonObject, at, answerOfEvents } from '@formats';
import { type DifyApp } from './request';
import { isDifyError } from './errors';
import { DifyStreamReader } from './stream';

/** Reads answers of an application of this kind; source: the pages of the application API, read 2026-08. */
export function difyReading(app: DifyApp): ChatReading {
  return {
    kind: 'chat',
    hasNamedExtraFields: true,
    framing: 'sse',
    readAnswer: body => readDifyAnswer(body, app),
    openReader: () => new DifyStreamReader(app),
    isError: isDifyError,
  };
}

/** Reads a whole answer, as `response_mode: blocking` returns it. */
function readDifyAnswer(body: unknown, app: DifyApp): ChatAnswer {
  const reader = new DifyStreamReader(app);
  const isWorkflow = isJsonObject(at(body, 'data'));
  const events = isWorkflow ? ['workflow_finished'] : ['message', 'message_end'];
  const frames = events.map(event => JSON.stringify({ ...(isJsonObject(body) ? body : {}), event }));
  return answerOfEvents(frames.flatMap(data => reader.read({ event: '', data })));
}
