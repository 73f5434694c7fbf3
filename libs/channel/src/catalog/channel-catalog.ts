import { splitList } from '@contracts';
import { FreshRun } from '@kernel';
import { type ChangeNotices, type Database, type Logger, type SecretBox } from '@platform';
import { type CatalogChannel } from './catalog-channel';
import { openProxy, plainCatalogShape, readSettings, toCatalogShape, type CatalogShape } from './channel-settings';
import { keysIn, maskChannelKey, type CatalogKey } from './catalog-key';
import { CatalogSnapshot } from './catalog-snapshot';
import { ChannelEntity } from '../store/channel.entity';
import { KeyFaultEntity } from '../store/key-fault.entity';
import { parseModelMapping, parseStatusMapping } from './model-mapping';

export interface CatalogParts {
  readonly database: Database;
  readonly box: SecretBox;
  readonly notices: ChangeNotices;
  readonly logger: Logger;
}

/** The topic of notices between nodes about a changed channel. */
export const CHANNEL_NOTICE = 'channel';

/** A parsed channel, and the fingerprint of the row it was parsed from. */
interface Opened {
  readonly fingerprint: string;
  readonly channel: CatalogChannel;
}

/** All channels in memory for the relay, with their keys opened; the snapshot is immutable and swapped whole. */
export class ChannelCatalog {
  private readonly reading = new FreshRun(() => this.readAnew());
  private opened: ReadonlyMap<number, Opened> = new Map();
  private snapshot = new CatalogSnapshot([]);

  private constructor(private readonly parts: CatalogParts) {
    parts.notices.subscribe(CHANNEL_NOTICE, () => {
      this.refresh().catch((error: unknown) =>
        parts.logger.warn({ err: error }, 'the channels could not be read again'),
      );
    });
  }

  /** Reads the table for the first time; a catalogue that is not loaded is never used. */
  static async load(parts: CatalogParts): Promise<ChannelCatalog> {
    const catalog = new ChannelCatalog(parts);
    await catalog.refresh();
    return catalog;
  }

  /** Made anew at the very moment when a channel expires. */
  get current(): CatalogSnapshot {
    const { validUntilMs } = this.snapshot;
    if (validUntilMs !== Infinity && Date.now() >= validUntilMs) this.snapshot = new CatalogSnapshot(this.snapshot.all);
    return this.snapshot;
  }

  /**
   * Reads the channels again; resolves when `current` shows every write that was committed before this call. Called
   * after each write, on notices from other nodes, and by a job that makes up for lost notices.
   */
  refresh(): Promise<void> {
    return this.reading.run();
  }

  private async readAnew(): Promise<void> {
    const rows = await this.readRows();
    const faults = await this.readFaults();
    const opened = new Map<number, Opened>();
    for (const row of rows) {
      const id = Number(row.id);
      const entry = this.open(row, faults.get(id) ?? []);
      if (entry) opened.set(id, entry);
    }
    const isSame =
      opened.size === this.opened.size && [...opened].every(([id, entry]) => this.opened.get(id) === entry);
    if (isSame) return;
    this.opened = opened;
    this.snapshot = new CatalogSnapshot([...opened.values()].map(entry => entry.channel));
  }

  /**
   * Reads rows as the driver returns them: creating thousands of entities to find one that changed would cost more than
   * everything else.
   */
  private readRows(): Promise<RawRow[]> {
    const query = this.parts.database.read.createQueryBuilder(ChannelEntity, 'channel').orderBy('channel.id', 'ASC');
    query.select([]);
    for (const column of COLUMNS) query.addSelect(`channel.${column}`, column);
    return query.getRawMany<RawRow>();
  }

  private async readFaults(): Promise<ReadonlyMap<number, readonly KeyFaultEntity[]>> {
    const faults = await this.parts.database.read.find(KeyFaultEntity, { order: { channelId: 'ASC', keyHash: 'ASC' } });
    const byChannel = new Map<number, KeyFaultEntity[]>();
    for (const fault of faults) {
      const known = byChannel.get(fault.channelId);
      if (known) known.push(fault);
      else byChannel.set(fault.channelId, [fault]);
    }
    return byChannel;
  }

  /** Unchanged rows keep their object, because opening keys and splitting long lists is the main cost of a reload. */
  private open(raw: RawRow, faults: readonly KeyFaultEntity[]): Opened | null {
    const fingerprint = JSON.stringify([raw, faults]);
    const id = Number(raw.id);
    const known = this.opened.get(id);
    if (known?.fingerprint === fingerprint) return known;
    try {
      const row = this.toRow(raw);
      return { fingerprint, channel: toCatalogChannel(row, this.keysOf(row, faults), this.shapeOf(row)) };
    } catch (error) {
      this.parts.logger.error(
        { err: error, channelId: id },
        'the key or the proxy of a channel cannot be opened; it is left out',
      );
      return null;
    }
  }

  /** Converts a row to the values of the entity: each driver returns long integers and truth values in its own way. */
  private toRow(raw: RawRow): CatalogRow {
    const { connection } = this.parts.database.read;
    const metadata = connection.getMetadata(ChannelEntity);
    const values = COLUMNS.map(name => {
      const column = metadata.findColumnWithPropertyName(name);
      if (!column) throw new Error(`channels have no column ${name}`);
      return [name, connection.driver.prepareHydratedValue(raw[name], column) as unknown];
    });
    return Object.fromEntries(values) as CatalogRow; // the columns of the entity, as it declares them
  }

  private shapeOf({ settings: stored }: CatalogRow): CatalogShape {
    if (stored === '') return plainCatalogShape;
    const settings = readSettings(stored);
    return toCatalogShape({ ...settings, proxy: openProxy(settings, this.parts.box) });
  }

  private keysOf(row: CatalogRow, faults: readonly KeyFaultEntity[]): readonly CatalogKey[] {
    const { box } = this.parts;
    return keysIn(box.open('channel-key', row.keySealed), row).map((key, at) => {
      const keyHash = row.hasSeveralKeys ? box.hash('channel-key', key) : row.keyHash;
      const fault = faults.find(known => known.keyHash === keyHash);
      return {
        position: at + 1,
        key,
        keyHash,
        mask: maskChannelKey(key),
        fault: fault ? { reason: fault.reason, atMs: fault.createdAtMs } : null,
      };
    });
  }
}

type CatalogRow = Pick<
  ChannelEntity,
  | 'id'
  | 'type'
  | 'name'
  | 'keySealed'
  | 'keyHash'
  | 'hasSeveralKeys'
  | 'baseUrl'
  | 'other'
  | 'openaiOrganization'
  | 'status'
  | 'priority'
  | 'weight'
  | 'models'
  | 'group'
  | 'modelMapping'
  | 'statusCodeMapping'
  | 'maxInputTokens'
  | 'isAutoBan'
  | 'testModel'
  | 'settings'
  | 'tag'
  | 'expiresAtMs'
>;

/** The columns of a catalogue row as a driver returns them. */
type RawRow = Readonly<Record<keyof CatalogRow, unknown>>;

const COLUMNS: readonly (keyof CatalogRow)[] = [
  'id',
  'type',
  'name',
  'keySealed',
  'keyHash',
  'hasSeveralKeys',
  'baseUrl',
  'other',
  'openaiOrganization',
  'status',
  'priority',
  'weight',
  'models',
  'group',
  'modelMapping',
  'statusCodeMapping',
  'maxInputTokens',
  'isAutoBan',
  'testModel',
  'settings',
  'tag',
  'expiresAtMs',
];

function toCatalogChannel(row: CatalogRow, keys: readonly CatalogKey[], shape: CatalogShape): CatalogChannel {
  const { id, type, name, baseUrl, other, status, priority, weight, maxInputTokens, isAutoBan, testModel } = row;
  const first = keys.find(key => key.fault === null) ?? keys[0];
  return Object.freeze({
    id,
    type,
    name,
    key: first?.key ?? '',
    keyHash: first?.keyHash ?? row.keyHash,
    keys,
    hasSeveralKeys: row.hasSeveralKeys,
    baseUrl,
    other,
    organization: row.openaiOrganization,
    status,
    priority,
    weight,
    models: splitList(row.models),
    groups: splitList(row.group),
    modelMapping: parseModelMapping(row.modelMapping),
    statusCodeMapping: parseStatusMapping(row.statusCodeMapping),
    maxInputTokens,
    isAutoBan,
    testModel,
    tag: row.tag,
    expiresAtMs: row.expiresAtMs,
    ...shape,
  });
}
