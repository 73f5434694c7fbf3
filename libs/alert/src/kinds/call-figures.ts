import { type HealthFigures } from '@contracts';
import { figuresOf } from '@channel';
import { type AlertRule } from '../store/alert-rule';
import { MINUTE_MS, type World } from './watch';

/** The figures of a window for one subject; `which` is the end of the key of its sentence. */
export interface WatchedFigures {
  readonly subject: string;
  readonly which: 'all' | 'channel' | 'model';
  readonly names: { readonly id?: number; readonly name?: string };
  readonly figures: HealthFigures;
}

/** What became of calls within the window of a rule, for each of its subjects. Channels count attempts, the others calls. */
export async function watchedFigures(rule: AlertRule, world: World): Promise<readonly WatchedFigures[]> {
  const fromMs = world.nowMs - rule.windowMinutes * MINUTE_MS;
  const isByChannel = rule.scopeBy === 'channel';
  const sums = await world.figures.sumsSince(fromMs, isByChannel ? 'channel' : 'model');
  if (rule.scopeBy === 'all') {
    return [{ subject: 'all', which: 'all', names: {}, figures: figuresOf(added([...sums.values()])) }];
  }
  const wanted = [...sums].filter(([name]) => rule.scopeValues.length === 0 || rule.scopeValues.includes(name));
  return wanted.flatMap(([name, counts]): readonly WatchedFigures[] => {
    const figures = figuresOf(counts);
    if (!isByChannel) return [{ subject: `model:${name}`, which: 'model', names: { name }, figures }];
    const channel = world.catalog.current.byId(Number(name));
    if (!channel) return []; // it was deleted
    const names = { id: channel.id, name: channel.name };
    return [{ subject: `channel:${channel.id}`, which: 'channel', names, figures }];
  });
}

function added(all: readonly (readonly number[])[]): readonly number[] {
  const sums: number[] = [];
  for (const counts of all) for (const [at, count] of counts.entries()) sums[at] = (sums[at] ?? 0) + count;
  return sums;
}
