import { numberIn } from '@kernel';
import { saidBytes, saidNumber } from './said';
import { MINUTE_MS, type Watch } from './watch';

/** Nodes that have not told for so long have ended. */
const FRESH_MS = 5 * MINUTE_MS;

/** The disk with DATA_DIR is nearly full, on one of the nodes. */
export const disk: Watch = {
  everyMs: MINUTE_MS,
  find: async ({ threshold }, { facts, nowMs }) =>
    (await facts.list('disk', nowMs - FRESH_MS)).flatMap(({ node, subject: directory, value }) => {
      const percent = numberIn(value, 'percent') ?? 0;
      if (percent < threshold) return [];
      const free = saidBytes(numberIn(value, 'freeBytes') ?? 0);
      const figures = { node, directory, percent: saidNumber(percent), free, threshold };
      return [{ subject: `disk:${node}`, sentence: 'disk' as const, figures }];
    }),
};
