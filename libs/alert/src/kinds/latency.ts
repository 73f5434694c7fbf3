import { watchedFigures } from './call-figures';
import { saidDuration } from './said';
import { MINUTE_MS, type Watch } from './watch';

/** One of twenty answers takes longer than allowed: until its end, or until its first token. */
export const latency: Watch = {
  everyMs: MINUTE_MS,
  find: async (rule, world) =>
    (await watchedFigures(rule, world)).flatMap(({ subject, which, names, figures }) => {
      const isFirstToken = rule.measure === 'first_token';
      const ms = isFirstToken ? figures.first_token_p95 : figures.latency_p95;
      if (ms === null || figures.served < rule.minimum || ms < rule.threshold) return [];
      const said = {
        calls: figures.served,
        window: rule.windowMinutes,
        value: saidDuration(ms),
        threshold: saidDuration(rule.threshold),
      };
      const sentence = isFirstToken ? (`first_token_${which}` as const) : (`latency_${which}` as const);
      return [{ subject, sentence, figures: { ...names, ...said } }];
    }),
};
