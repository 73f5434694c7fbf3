import { type WireFormat } from '@formats';
import { type CatalogChannel } from '@channel';

/** An address may come to support a format later; after this time it is tried again. */
const REMEMBERED_MS = 3_600_000;
const ADDRESSES_MAX = 5000;

interface Missing {
  readonly formats: readonly WireFormat[];
  readonly untilMs: number;
}

const none: readonly WireFormat[] = [];

/**
 * Formats that an address turned out not to have. Kept in memory only, because trying a format once more does no harm.
 */
export class MissingFormats {
  private readonly known = new Map<string, Missing>();

  of(channel: CatalogChannel): readonly WireFormat[] {
    if (this.known.size === 0) return none;
    const found = this.known.get(keyOf(channel));
    return found && found.untilMs > Date.now() ? found.formats : none;
  }

  note(channel: CatalogChannel, format: WireFormat): void {
    if (this.known.size >= ADDRESSES_MAX) this.known.delete(this.known.keys().next().value ?? '');
    this.known.set(keyOf(channel), { formats: [format], untilMs: Date.now() + REMEMBERED_MS });
  }
}

function keyOf({ type, baseUrl }: CatalogChannel): string {
  return `${type} ${baseUrl}`;
}
