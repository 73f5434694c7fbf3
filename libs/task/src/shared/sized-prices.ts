import { type JsonObject } from '@kernel';
import { type PriceChoice } from '../engine/task-platform';
import { isGiven, numberIn, refuse } from './fields';

const SECONDS_MAX = 60;

export interface PricedVideo {
  readonly model: string;
  /** Such as 1080P or 1920x1080; empty where the provider chooses. */
  readonly size: string;
  readonly seconds: number;
  /** Of a video that costs what is set for the model. */
  readonly baseSeconds: number;
}

/**
 * The price of exactly this size and length, `wan2.6-t2v_1080P_10`; else that of the size, or of the model, by the second.
 * How much more a larger video costs is the provider's secret, so the operator sets it by such names.
 */
export function sizedPrices({ model, size, seconds, baseSeconds }: PricedVideo): readonly PriceChoice[] {
  const factor = seconds / baseSeconds;
  const ofSize = [
    { model: `${model}_${size}_${seconds}`, factor: 1 },
    { model: `${model}_${size}`, factor },
  ];
  return [...(size === '' ? [] : ofSize), { model, factor }];
}

/**
 * A length that the provider's own words may have changed; null when nothing is said.
 *
 * @throws AppError TASK_FIELD: the price depends on it
 */
export function secondsIn(fields: JsonObject, name: string): number | null {
  if (!isGiven(fields[name])) return null;
  const seconds = numberIn(fields, name);
  const isPossible = seconds !== null && Number.isInteger(seconds) && seconds >= 1 && seconds <= SECONDS_MAX;
  return isPossible ? seconds : refuse(`${name} must be a whole number from 1 to ${SECONDS_MAX}`);
}
