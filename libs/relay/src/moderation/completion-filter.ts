import { AnswerFolder, eventsOfAnswer, type ChatAnswer, type ChatEvent } from '@formats';
import { type EventFilter } from '../deliver/convert-flow';
import { ChoiceFilter, type FilterSettings } from './choice-filter';

export { type FilterSettings } from './choice-filter';

/**
 * Hides the operator's words in an answer, or ends it at the first one: in text, reasoning, refusals, transcripts and what
 * tools are called with, in each alternative by itself. What may become a word is held back until the next piece decides.
 */
export class CompletionFilter implements EventFilter {
  private readonly choices = new Map<number, ChoiceFilter>();

  /** @param choiceCount how many alternatives the answer has */
  constructor(
    private readonly settings: FilterSettings,
    private readonly choiceCount = 1,
  ) {}

  /** A word was found in some alternative. */
  get hasHit(): boolean {
    return [...this.choices.values()].some(choice => choice.hasHit);
  }

  /** Every alternative was ended at a word: whatever still comes, nobody sees it. */
  get isOver(): boolean {
    return [...this.choices.values()].filter(choice => choice.isStopped).length >= this.choiceCount;
  }

  /** @returns the events to go on with, in their order; may be none */
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

  /** Nothing more comes: what was held back. */
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

/** A whole answer through the same filter; the very same object when it holds none of the words. */
export function filterAnswer(answer: ChatAnswer, settings: FilterSettings): ChatAnswer {
  const filter = new CompletionFilter({ ...settings, heldPiecesMin: 0 });
  const events = [...eventsOfAnswer(answer).flatMap(event => filter.pass(event)), ...filter.end()];
  if (!filter.hasHit) return answer;
  const folder = new AnswerFolder();
  for (const event of events) folder.add(event);
  return { ...folder.result(), usage: answer.usage };
}
