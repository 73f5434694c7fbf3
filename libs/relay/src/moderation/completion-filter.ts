import { AnswerFolder, eventsOfAnswer, type ChatAnswer, type ChatEvent } from '@formats';
import { type EventFilter } from '../stream/convert-flow';
import { ChoiceFilter, type FilterSettings } from './choice-filter';

export { type FilterSettings } from './choice-filter';

/**
 * Hides the operator's words in an answer, or ends it at the first one: in text, reasoning, refusals, transcripts and
 * the arguments of tool calls, in each alternative by itself. Text that may become a word is held back until the next
 * piece decides.
 */
export class CompletionFilter implements EventFilter {
  private readonly choices = new Map<number, ChoiceFilter>();

  /** @param choiceCount the number of alternatives of the answer */
  constructor(
    private readonly settings: FilterSettings,
    private readonly choiceCount = 1,
  ) {}

  /** Whether a word was found in any alternative. */
  get hasHit(): boolean {
    return [...this.choices.values()].some(choice => choice.hasHit);
  }

  /** Whether every alternative was ended at a word, so that nothing that still comes is shown. */
  get isOver(): boolean {
    return [...this.choices.values()].filter(choice => choice.isStopped).length >= this.choiceCount;
  }

  /** @returns the events to pass on, in their order; may be none */
  pass(event: ChatEvent): readonly ChatEvent[] {
    switch (event.type) {
      case 'start':
      case 'usage':
        return [event];
      case 'error':
        return [...this.end(), event];
      default:
        return this.choiceAt(event.choice).take(event);
    }
  }

  /** Ends all alternatives and returns the events that were held back. */
  end(): readonly ChatEvent[] {
    return [...this.choices.values()].flatMap(choice => choice.end());
  }

  private choiceAt(index: number): ChoiceFilter {
    const known = this.choices.get(index);
    if (known) return known;
    const choice = new ChoiceFilter(index, this.settings);
    this.choices.set(index, choice);
    return choice;
  }
}

/** Filters a whole answer; returns the identical object when it holds none of the words. */
export function filterAnswer(answer: ChatAnswer, settings: FilterSettings): ChatAnswer {
  const filter = new CompletionFilter({ ...settings, bufferedPiecesMin: 0 });
  const events = [...eventsOfAnswer(answer).flatMap(event => filter.pass(event)), ...filter.end()];
  if (!filter.hasHit) return answer;
  const folder = new AnswerFolder();
  for (const event of events) folder.add(event);
  return { ...folder.result(), usage: answer.usage };
}
