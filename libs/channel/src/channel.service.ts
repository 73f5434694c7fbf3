import { Injectable } from '@nestjs/common';
import {
  ChannelStatus,
  channelTypeOf,
  LogType,
  type ChannelBatch,
  type ChannelEdit,
  type ChannelSave,
  type ChannelView,
} from '@contracts';
import { AppError, SingleFlight, splitLines } from '@kernel';
import { LogStore } from '@log';
import { ChangeNotices, EventBus, SecretBox, UnitOfWork, type PageRequest } from '@platform';
import type { EntityManager } from 'typeorm';
import { CHANNEL_NOTICE, ChannelCatalog } from './channel-catalog';
import { editedColumns, keysOf, newColumns } from './channel-fields';
import {
  ChannelListReadModel,
  type ChannelFilter,
  type ChannelOrder,
  type ChannelPage,
} from './channel-list.read-model';
import { ChannelStore, type NewChannel } from './channel.store';
import type { ChannelEntity } from './channel.entity';
import { namedChannels } from './channel-names';

/** The administrator who acts. */
export interface ChannelActor {
  readonly id: number;
  readonly username: string;
  readonly clientIp: string;
}

export type ChannelCreation = Partial<ChannelSave> & { readonly status?: number };

type SealedKey = Pick<ChannelEntity, 'keySealed' | 'keyHash'>;

/** Use cases of the channel table. Every write is logged in its unit of work, and live in the relay when it returns. */
@Injectable()
export class ChannelService {
  private readonly repairs = new SingleFlight<'fix', number>();

  constructor(
    private readonly store: ChannelStore,
    private readonly channels: ChannelListReadModel,
    private readonly catalog: ChannelCatalog,
    private readonly unitOfWork: UnitOfWork,
    private readonly logs: LogStore,
    private readonly box: SecretBox,
    private readonly events: EventBus,
    private readonly notices: ChangeNotices,
  ) {}

  async list(
    page: PageRequest,
    order: ChannelOrder,
    { withKeys, actor }: { readonly withKeys: boolean; readonly actor: ChannelActor },
  ): Promise<ChannelPage> {
    const found = await this.channels.list(page, order, { withKeys });
    const ids = found.items.map(channel => channel.id);
    if (withKeys && ids.length > 0) await this.record(actor, `revealed the key of ${namedChannels(ids)}`);
    return found;
  }

  search(filter: ChannelFilter, order: ChannelOrder): Promise<readonly ChannelView[]> {
    return this.channels.search(filter, order);
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND */
  async get(
    id: number,
    { withKeys, actor }: { readonly withKeys: boolean; readonly actor: ChannelActor },
  ): Promise<ChannelView> {
    const channel = await this.store.find(id);
    if (!channel) throw new AppError('COMMON_RECORD_NOT_FOUND');
    if (withKeys) await this.record(actor, `revealed the key of ${namedChannels([id], channel.name)}`);
    return this.channels.view(channel, { withKeys });
  }

  /** One channel per key line, equal otherwise. @throws AppError CHANNEL_* */
  async create(body: ChannelCreation, actor: ChannelActor): Promise<void> {
    const columns = newColumns(body);
    const status = statusOfNew(body.status);
    const keys = keysOf(body.key ?? '', columns.type).map(key => this.sealed(key));
    const rows = keys.map((key): NewChannel => ({ ...columns, ...key, status, ...untested(Date.now()) }));
    const ids = await this.unitOfWork.run(async manager => {
      const created = await this.store.insert(manager, rows);
      await this.append(manager, actor, `created ${namedChannels(created, columns.name)}`);
      return created;
    });
    await this.announce(ids);
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND, CHANNEL_* */
  async edit(body: ChannelEdit, actor: ChannelActor): Promise<ChannelView> {
    const { id } = body;
    const key = body.key?.trim() ? this.sealed(body.key.trim()) : {};
    const channel = await this.unitOfWork.run(async manager => {
      const current = await this.store.findIn(manager, id);
      if (!current) throw new AppError('COMMON_RECORD_NOT_FOUND');
      requireOneKey(body.key ?? '', body.type ?? current.type);
      const changes = { ...editedColumns(body, current), ...statusChange(body.status, current), ...key };
      const updated = await this.store.update(manager, id, changes);
      await this.append(manager, actor, editText(current, changes));
      return updated ?? current;
    });
    await this.announce([id]);
    return this.channels.view(channel, { withKeys: false });
  }

  /** A channel that does not exist counts as removed. */
  async remove(id: number, actor: ChannelActor): Promise<void> {
    await this.removeAll(() => Promise.resolve([id]), actor);
  }

  /** @returns number of channels removed @throws AppError CHANNEL_SELECTION_EMPTY */
  async removeMany({ ids }: Partial<ChannelBatch>, actor: ChannelActor): Promise<number> {
    if (!ids?.length) throw new AppError('CHANNEL_SELECTION_EMPTY');
    return this.removeAll(() => Promise.resolve([...new Set(ids)]), actor);
  }

  /** Removes what is switched off, by hand or by the server. @returns number of channels removed */
  removeDisabled(actor: ChannelActor): Promise<number> {
    const statuses = [ChannelStatus.Disabled, ChannelStatus.AutoDisabled];
    return this.removeAll(manager => this.store.idsIn(manager, statuses), actor);
  }

  /** Derives all abilities anew; who asks while that runs gets its outcome. @returns number of channels */
  fix(actor: ChannelActor): Promise<number> {
    return this.repairs.run('fix', async () => {
      const count = await this.unitOfWork.run(async manager => {
        const channels = await this.store.rebuildAbilities(manager);
        await this.append(manager, actor, `rebuilt the abilities of ${channels} channels`);
        return channels;
      });
      await this.announce([]);
      return count;
    });
  }

  private async removeAll(
    choose: (manager: EntityManager) => Promise<readonly number[]>,
    actor: ChannelActor,
  ): Promise<number> {
    const { ids, count } = await this.unitOfWork.run(async manager => {
      const chosen = await choose(manager);
      const removed = await this.store.delete(manager, chosen);
      if (removed > 0) await this.append(manager, actor, `deleted ${namedChannels(chosen)}`);
      return { ids: chosen, count: removed };
    });
    if (count > 0) await this.announce(ids);
    return count;
  }

  private sealed(key: string): SealedKey {
    return { keySealed: this.box.seal('channel-key', key), keyHash: this.box.hash('channel-key', key) };
  }

  /** Makes a committed change live: here before the answer, elsewhere within moments. */
  private async announce(channelIds: readonly number[]): Promise<void> {
    await this.catalog.refresh();
    this.events.publish('channel.changed', { channelIds });
    await this.notices.publish(CHANNEL_NOTICE, channelIds.join());
  }

  private record(actor: ChannelActor, content: string): Promise<void> {
    return this.unitOfWork.run(manager => this.append(manager, actor, content));
  }

  private append(manager: EntityManager, actor: ChannelActor, content: string): Promise<void> {
    const { id: userId, username, clientIp } = actor;
    return this.logs.append(manager, { userId, username, clientIp, content, type: LogType.Admin });
  }
}

/** A copy of a channel that the server switched off starts switched off, without blaming the server. */
function statusOfNew(status: number | null | undefined): NewChannel['status'] {
  switch (status ?? ChannelStatus.Enabled) {
    case ChannelStatus.Enabled:
      return ChannelStatus.Enabled;
    case ChannelStatus.Disabled:
    case ChannelStatus.AutoDisabled:
      return ChannelStatus.Disabled;
    default:
      throw new AppError('CHANNEL_STATUS_INVALID');
  }
}

/** Status 3 is the server's own word: sending it back unchanged is fine, setting it is not. */
function statusChange(status: number | null | undefined, current: ChannelEntity): Partial<ChannelEntity> {
  if (status === undefined || status === null || status === current.status) return {};
  if (status === ChannelStatus.Enabled) return { status, statusReason: '', statusAtMs: 0 };
  if (status === ChannelStatus.Disabled) return { status };
  throw new AppError('CHANNEL_STATUS_INVALID');
}

function requireOneKey(key: string, type: number): void {
  if (channelTypeOf(type)?.keyIsDocument || splitLines(key).length <= 1) return;
  throw new AppError('COMMON_INVALID_INPUT', { params: { detail: 'an existing channel has one key' } });
}

function untested(createdAtMs: number) {
  return {
    responseTimeMs: 0,
    testedAtMs: 0,
    upstreamBalance: 0,
    upstreamBalanceAtMs: 0,
    statusReason: '',
    statusAtMs: 0,
    settings: '',
    createdAtMs,
  };
}

/** Which fields really changed; of a key only that it did. */
function editText(before: ChannelEntity, changes: Partial<NewChannel>): string {
  const fields = (Object.keys(changes) as (keyof NewChannel)[]).filter(field => before[field] !== changes[field]);
  const words = fields.flatMap(field => {
    if (field === 'keySealed') return [];
    if (field === 'keyHash') return ['key'];
    return field === 'status' ? [`status ${before.status} to ${changes.status}`] : [field];
  });
  return `changed ${namedChannels([before.id], before.name)}: ${words.join(', ') || 'nothing'}`;
}
