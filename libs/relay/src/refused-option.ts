import { type CatalogChannel } from '@channel';
import { type UpstreamFailure } from '@providers';

/** A server may learn the option; after so long it is asked for usage again. */
const REMEMBERED_MS = 3_600_000;
const CHANNELS_MAX = 5000;

/** Both, because some servers name the whole field and others what stands in it. */
const OPTION_NAMES = /stream_options|include_usage/;

/** Whether an upstream refuses a stream for the option that asks for its usage. */
export function refusesUsageOption({ status, error }: UpstreamFailure): boolean {
  return (status === 400 || status === 422) && OPTION_NAMES.test(`${error.param} ${error.message}`);
}

/**
 * Channels whose server refused to be asked for the usage of a stream; asked without it from then on. In memory only:
 * asking once more does no harm.
 */
export class RefusedOption {
  private readonly untilMs = new Map<string, number>();

  isRefusedBy(channel: CatalogChannel): boolean {
    if (this.untilMs.size === 0) return false;
    return (this.untilMs.get(keyOf(channel)) ?? 0) > Date.now();
  }

  note(channel: CatalogChannel): void {
    if (this.untilMs.size >= CHANNELS_MAX) this.untilMs.delete(this.untilMs.keys().next().value ?? '');
    this.untilMs.set(keyOf(channel), Date.now() + REMEMBERED_MS);
  }
}

function keyOf({ id, baseUrl }: CatalogChannel): string {
  return `${id} ${baseUrl}`;
}
