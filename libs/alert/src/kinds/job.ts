import { numberIn, textIn } from '@kernel';
import { MINUTE_MS, type Watch } from './watch';

const FRESH_MS = 5 * MINUTE_MS;

/** A job of the schedule fails again and again in a process. */
export const job: Watch = {
  everyMs: MINUTE_MS,
  find: async ({ threshold }, { facts, nowMs }) =>
    (await facts.list('job', nowMs - FRESH_MS)).flatMap(({ node, subject, value }) => {
      const count = numberIn(value, 'count') ?? 0;
      if (count < threshold) return [];
      const figures = { node, job: subject, count, threshold, error: textIn(value, 'error') || '-' };
      return [{ subject: `job:${node}:${subject}`, sentence: 'job' as const, figures }];
    }),
};
