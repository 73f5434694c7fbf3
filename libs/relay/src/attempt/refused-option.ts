import { type CatalogChannel } from '@channel';
import { type UpstreamFailure } from '@providers';

/** A server may come to support the option later; after this time it is asked for usage again. */
const REMEMBERED_MS = 3_600_000;
const CHANNELS_MAX = 5000;

/** Matches both names, because some servers name the whole field in their refusal and others the field inside it. */
const OPTION_NAMES = /stream_options|include_usage/;

/** Whether an upstream refused a stream because of the option that requests its usage. */
export function refusesUsageOption({ status, error }: UpstreamFailure): boolean {
  return (status === 400 || status === 422) && OPTION_NAMES.test(`${error.param} ${error.message}`);
}

/**
 * Channels whose server refused the option that requests the usage of a stream; later requests to them leave it out.
 * Kept in memory only, because sending the option once more does no harm.
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
