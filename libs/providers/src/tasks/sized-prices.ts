import { isGiven, numberIn, type JsonObject } from '@kernel';
import { type PriceChoice } from '../contract/task';
import { refuseField } from './refuse-field';

const SECONDS_MAX = 60;

interface PricedVideo {
  readonly model: string;
  /** For example 1080P or 1920x1080; empty where the provider chooses. */
  readonly size: string;
  readonly seconds: number;
  /** Length of the video that the model's price is for. */
  readonly baseSeconds: number;
}

/**
 * Price names, best first: the one of exactly this size and length, such as `wan2.6-t2v_1080P_10`, then that of the
 * size, then that of the model, both in proportion to the length. Providers do not publish what larger videos cost in
 * comparison, so the operator sets such prices by name.
 */
export function sizedPrices({ model, size, seconds, baseSeconds }: PricedVideo): readonly PriceChoice[] {
  const factor = seconds / baseSeconds;
  const ofSize = [
    { model: `${model}_${size}_${seconds}`, factor: 1, seconds },
    { model: `${model}_${size}`, factor, seconds },
  ];
  return [...(size === '' ? [] : ofSize), { model, factor, seconds }];
}

/**
 * A length in seconds that the provider's own fields may have changed; null when there is none.
 *
 * @throws AppError TASK_FIELD: the price depends on it
 */
export function secondsIn(fields: JsonObject, name: string): number | null {
  if (!isGiven(fields[name])) return null;
  const seconds = numberIn(fields, name);
  const isPossible = seconds !== null && Number.isInteger(seconds) && seconds >= 1 && seconds <= SECONDS_MAX;
  return isPossible ? seconds : refuseField(`${name} must be a whole number from 1 to ${SECONDS_MAX}`);
}
