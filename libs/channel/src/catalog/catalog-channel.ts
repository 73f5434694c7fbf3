import { type CatalogKey } from './catalog-key';
import { type CatalogShape } from './channel-settings';

/** A channel as the relay sees it: parsed, with its key opened. It exists in memory only and is never logged. */
export interface CatalogChannel extends CatalogShape {
  readonly id: number;
  readonly type: number;
  readonly name: string;
  /** The first of several keys that is usable; a request takes its own, see `ChannelKeys`. */
  readonly key: string;
  /** Base address without a trailing slash; empty means the default address of the channel type. */
  readonly baseUrl: string;
  readonly other: string;
  readonly organization: string | null;
  readonly status: number;
  readonly priority: number;
  readonly weight: number;
  readonly models: readonly string[];
  readonly groups: readonly string[];
  readonly modelMapping: ReadonlyMap<string, string> | null;
  readonly statusCodeMapping: ReadonlyMap<number, number> | null;
  /** Largest estimated prompt; 0 is no limit. */
  readonly maxInputTokens: number;
  /** Whether the server may disable the channel. */
  readonly isAutoBan: boolean;
  readonly testModel: string | null;
  /** Changes with the key, so that a failure is not attributed to a key that was replaced meanwhile. */
  readonly keyHash: string;
  /** Every key in written order; one unless the channel holds several. */
  readonly keys: readonly CatalogKey[];
  readonly hasSeveralKeys: boolean;
  readonly tag: string;
  /** From this millisecond on the channel serves nothing; 0 is never. */
  readonly expiresAtMs: number;
}

/** Channels of one priority. */
export interface CatalogTier {
  readonly priority: number;
  readonly channels: readonly CatalogChannel[];
}
