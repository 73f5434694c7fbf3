import { type OverviewModel, type OverviewPeriod } from '@contracts';
import { groupBy, toSeconds } from '@kernel';
import { type ModelSum } from '@log';

/** Models with a colour of their own in the chart; all others are one part of it. */
const MODELS_MAX = 7;

/** The models on which most was spent, each with its periods, and all others together. */
export function modelSeries(sums: readonly ModelSum[], stepsMs: readonly number[]): readonly OverviewModel[] {
  const models = [...groupBy(sums, ({ model }) => model)]
    .map(([name, ofModel]) => ({ name, ofModel, quota: total(ofModel, 'quota'), requests: total(ofModel, 'requests') }))
    .sort((one, other) => other.quota - one.quota || other.requests - one.requests || (one.name < other.name ? -1 : 1));
  const others = models.slice(MODELS_MAX).flatMap(({ ofModel }) => ofModel);
  return [
    ...models.slice(0, MODELS_MAX).map(({ name, ofModel }) => toModel(name, ofModel, stepsMs)),
    ...(others.length > 0 ? [toModel('', others, stepsMs)] : []),
  ];
}

/** One period for each step, also for those in which nothing was called. */
export function periodsOf(
  sums: readonly ModelSum[],
  errors: ReadonlyMap<number, number>,
  stepsMs: readonly number[],
): readonly OverviewPeriod[] {
  const byStep = groupBy(sums, ({ atMs }) => atMs);
  return stepsMs.map(atMs => {
    const ofStep = byStep.get(atMs) ?? [];
    return {
      at: toSeconds(atMs),
      requests: total(ofStep, 'requests'),
      errors: errors.get(atMs) ?? 0,
      quota: total(ofStep, 'quota'),
      tokens: total(ofStep, 'tokens'),
    };
  });
}

function toModel(name: string, sums: readonly ModelSum[], stepsMs: readonly number[]): OverviewModel {
  const byStep = groupBy(sums, ({ atMs }) => atMs);
  const each = (field: 'quota' | 'requests') => stepsMs.map(atMs => total(byStep.get(atMs) ?? [], field));
  return { name, quota: each('quota'), requests: each('requests') };
}

function total(sums: readonly ModelSum[], field: 'quota' | 'requests' | 'tokens'): number {
  return sums.reduce((sum, each) => sum + each[field], 0);
}
