import {
  errorIn,
  eventsOfAnswer,
  type ChatAnswer,
  type ChatChoice,
  type ChatReading,
  asList,
  asText,
  at,
  parseJson,
} from '@formats';

/**
 * Reads `{candidates: [{author, content}], filters}`; a filtered answer has no candidate. The provider reports no
 * usage.
 */
function readAnswer(body: unknown): ChatAnswer {
  const candidates = asList(at(body, 'candidates'));
  const choices = candidates.map((candidate, index): ChatChoice => {
    return { index, blocks: [{ type: 'text', text: asText(at(candidate, 'content')) }], finish: 'stop' };
  });
  const isFiltered = choices.length === 0 && asList(at(body, 'filters')).length > 0;
  const filtered: ChatChoice = { index: 0, blocks: [], finish: 'contentFilter' };
  return { id: '', model: '', choices: isFiltered ? [filtered] : choices, usage: { kind: 'missing' } };
}

/** The provider does not stream, so a whole answer is read as the only event of a stream. */
export const palmReading: ChatReading = {
  kind: 'chat',
  framing: 'sse',
  readAnswer,
  openReader: () => ({
    isDone: false,
    read: frame => {
      const payload = parseJson(frame.data);
      const error = errorIn(payload);
      if (error) return [{ type: 'error', error }];
      const answer = readAnswer(payload);
      return answer.choices.length > 0 ? eventsOfAnswer(answer) : [];
    },
    end: () => [],
  }),
};
