import { watchedFigures } from './call-figures';
import { saidNumber } from './said';
import { MINUTE_MS, type Watch } from './watch';

/** Too many calls fail by no fault of their callers. */
export const errorRate: Watch = {
  everyMs: MINUTE_MS,
  find: async (rule, world) =>
    (await watchedFigures(rule, world)).flatMap(({ subject, which, names, figures }) => {
      const { served, success_rate: success } = figures;
      const failed = figures.failed - figures.failures.bad_request;
      const calls = served + failed;
      const percent = success === null ? 0 : (1 - success) * 100;
      if (calls < rule.minimum || percent < rule.threshold) return [];
      const said = { calls, failed, rate: saidNumber(percent), window: rule.windowMinutes, threshold: rule.threshold };
      return [{ subject, sentence: `error_rate_${which}` as const, figures: { ...names, ...said } }];
    }),
};
