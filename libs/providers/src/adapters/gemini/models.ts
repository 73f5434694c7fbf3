import { type ReasoningOptions } from '@formats';

/** A model's name without the suffixes that an operator may add, and the meaning of the suffixes. */
export interface NamedModel {
  readonly model: string;
  readonly reasoning: ReasoningOptions | null;
  readonly searches: boolean;
}

const SEARCH = /-search$/;
const THINKING = /-(no)?thinking(?:-(\d{1,6}))?$/;

/**
 * Reads the suffixes of a name: `-thinking` lets the model think and shows its thoughts, `-thinking-8192` sets the
 * budget, `-nothinking` switches thinking off, `-search` adds the provider's search. They may be combined, each once.
 */
export function namedModel(name: string): NamedModel {
  let model = name;
  let searches = false;
  let reasoning: ReasoningOptions | null = null;
  for (let round = 0; round < 2; round += 1) {
    if (!searches && SEARCH.test(model)) {
      searches = true;
      model = model.replace(SEARCH, '');
    }
    const thinking = reasoning ? null : THINKING.exec(model);
    if (!thinking || (thinking[1] !== undefined && thinking[2] !== undefined)) continue;
    reasoning = reasoningOf(thinking[1] !== undefined, thinking[2]);
    model = model.replace(THINKING, '');
  }
  return { model, reasoning, searches };
}

function reasoningOf(isOff: boolean, budget: string | undefined): ReasoningOptions {
  if (isOff) return { effort: 'none' };
  return { budgetTokens: budget === undefined ? -1 : Number(budget), isShown: true };
}
