import { type PriceChoice } from '../../contract/task';
import { runwayKinds, type RunwayRequest } from './request';

const BASE_SECONDS = 5;

/** Names under which a channel may list the work; short names of proxies are often listed with the provider's name. */
export function runwayModels({ form, model }: RunwayRequest): readonly string[] {
  return form === 'proxy' && !model.startsWith('runway') ? [model, `runway-${model}`] : [model];
}

/** A price is for five seconds; ten cost twice as much, because the provider prices by the second. */
export function runwayPrices(request: RunwayRequest): readonly PriceChoice[] {
  const { kind, seconds } = request;
  const length = runwayKinds[kind].hasDuration ? seconds : null;
  const cost = length === null ? { factor: 1 } : { factor: length / BASE_SECONDS, seconds: length };
  return runwayModels(request).map(model => ({ model, ...cost }));
}
