import { Inject, Injectable } from '@nestjs/common';
import { ChannelStatus, type ChannelBatch, type ChannelEdit, type ChannelSave, type ChannelView } from '@contracts';
import { AppError, SingleFlight } from '@kernel';
import {
  CONFIG,
  isLinkLocalUrl,
  ManagementLog,
  SecretBox,
  UnitOfWork,
  type Actor,
  type Config,
  type PageRequest,
} from '@platform';
import { type EntityManager } from 'typeorm';
import { mayHoldSeveralKeys } from '../catalog/catalog-key';
import { ChannelAnnouncer } from '../health/channel-announcer';
import {
  abilitiesRebuilt,
  channelEdited,
  channelsCreated,
  channelsDeleted,
  keysRevealed,
  type ChannelDeed,
} from './channel-change';
import { shapeColumns } from './channel-shape-fields';
import { editedColumns, keysOf, newColumns, statusChange } from './channel-fields';
import {
  ChannelListReadModel,
  type ChannelFilter,
  type ChannelOrder,
  type ChannelPage,
} from './channel-list.read-model';
import { ChannelStore, type NewChannel } from '../store/channel.store';
import { type ChannelEntity } from '../store/channel.entity';
import { KeyFaultStore } from '../health/key-fault.store';

export type ChannelCreation = Partial<ChannelSave> & { readonly status?: number };

type SealedKey = Pick<ChannelEntity, 'keySealed' | 'keyHash'>;
type KeyColumns = Partial<SealedKey> & Pick<ChannelEntity, 'hasSeveralKeys'>;

/**
 * Use cases of the channel table. Every write is logged in its unit of work, and effective in the relay when the call
 * returns.
 */
@Injectable()
export class ChannelService {
  private readonly repairs = new SingleFlight<'fix', number>();

  constructor(
    private readonly store: ChannelStore,
    private readonly channels: ChannelListReadModel,
    private readonly unitOfWork: UnitOfWork,
    private readonly managementLog: ManagementLog,
    private readonly box: SecretBox,
    private readonly faults: KeyFaultStore,
    private readonly announcer: ChannelAnnouncer,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(
    page: PageRequest,
    order: ChannelOrder,
    { withKeys, actor }: { readonly withKeys: boolean; readonly actor: Actor },
  ): Promise<ChannelPage> {
    const found = await this.channels.list(page, order, { withKeys });
    const ids = found.items.map(channel => channel.id);
    if (withKeys && ids.length > 0) await this.tell(actor, keysRevealed(ids));
    return found;
  }

  search(filter: ChannelFilter, order: ChannelOrder): Promise<readonly ChannelView[]> {
    return this.channels.search(filter, order);
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND */
  async get(
    id: number,
    { withKeys, actor }: { readonly withKeys: boolean; readonly actor: Actor },
  ): Promise<ChannelView> {
    const channel = await this.store.find(id);
    if (!channel) throw new AppError('COMMON_RECORD_NOT_FOUND');
    if (withKeys) await this.tell(actor, keysRevealed([id], channel.name));
    return this.channels.view(channel, { withKeys });
  }

  /**
   * Creates one channel per key line, equal otherwise, or one channel for all lines.
   *
   * @returns the ids in the order of the lines
   * @throws AppError CHANNEL_*
   */
  async create(body: ChannelCreation, actor: Actor): Promise<readonly number[]> {
    const columns = { ...newColumns(body), ...shapeColumns(body, '', this.box) };
    this.checkProxy(body);
    this.checkHost(columns.baseUrl);
    const status = statusOfNew(body.status);
    const hasSeveralKeys = body.several_keys === true && mayHoldSeveralKeys(columns.type);
    const lines = keysOf(body.key ?? '', columns.type);
    const keys = (hasSeveralKeys ? [lines.join('\n')] : lines).map(key => ({ ...this.sealed(key), hasSeveralKeys }));
    const rows = keys.map((key): NewChannel => ({ ...columns, ...key, status, ...untested(Date.now()) }));
    const ids = await this.unitOfWork.run(async manager => {
      const created = await this.store.insert(manager, rows);
      await this.record(manager, actor, channelsCreated(created, { ...columns, status, hasSeveralKeys }));
      return created;
    });
    await this.announcer.announce(ids);
    return ids;
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND, CHANNEL_* */
  async edit(body: ChannelEdit, actor: Actor): Promise<ChannelView> {
    const { id } = body;
    const channel = await this.unitOfWork.run(async manager => {
      const current = await this.store.lockIn(manager, id);
      if (!current) throw new AppError('COMMON_RECORD_NOT_FOUND');
      const status = statusChange(body.status, current);
      const edited = { ...editedColumns(body, current), ...shapeColumns(body, current.settings, this.box) };
      this.checkProxy(body);
      // An address that is already stored may stay, so that the other fields can be edited; no connection is opened to
      // it.
      if (edited.baseUrl !== current.baseUrl) this.checkHost(edited.baseUrl ?? '');
      const changes = { ...edited, ...status, ...this.keyChange(body, current) };
      const updated = (await this.store.update(manager, id, changes)) ?? current;
      await this.tidyFaults(manager, updated, status);
      await this.record(manager, actor, channelEdited(current, changes));
      return updated;
    });
    await this.announcer.announceEdits([id]);
    return this.channels.view(channel, { withKeys: false });
  }

  /** A channel that does not exist counts as removed. */
  async remove(id: number, actor: Actor): Promise<void> {
    await this.removeAll(() => Promise.resolve([id]), actor);
  }

  /** @returns number of channels removed @throws AppError CHANNEL_SELECTION_EMPTY */
  async removeMany({ ids }: Partial<ChannelBatch>, actor: Actor): Promise<number> {
    if (!ids?.length) throw new AppError('CHANNEL_SELECTION_EMPTY');
    return this.removeAll(() => Promise.resolve([...new Set(ids)]), actor);
  }

  /** Removes channels that were disabled by an administrator or by the server. @returns number of channels removed */
  removeDisabled(actor: Actor): Promise<number> {
    const statuses = [ChannelStatus.Disabled, ChannelStatus.AutoDisabled];
    return this.removeAll(manager => this.store.idsIn(manager, statuses), actor);
  }

  /** Derives all abilities again; calls made while that runs share its outcome. @returns number of channels */
  fix(actor: Actor): Promise<number> {
    return this.repairs.run('fix', async () => {
      const count = await this.unitOfWork.run(async manager => {
        const channels = await this.store.rebuildAbilities(manager);
        await this.record(manager, actor, abilitiesRebuilt(channels));
        return channels;
      });
      await this.announcer.announce([]);
      return count;
    });
  }

  private async removeAll(
    choose: (manager: EntityManager) => Promise<readonly number[]>,
    actor: Actor,
  ): Promise<number> {
    const { ids, count } = await this.unitOfWork.run(async manager => {
      const chosen = await choose(manager);
      const names = await this.store.namesIn(manager, chosen);
      const removed = await this.store.delete(manager, chosen);
      if (removed > 0) await this.record(manager, actor, channelsDeleted(names));
      return { ids: chosen, count: removed };
    });
    if (count > 0) await this.announcer.announce(ids);
    return count;
  }

  private sealed(key: string): SealedKey {
    return { keySealed: this.box.seal('channel-key', key), keyHash: this.box.hash('channel-key', key) };
  }

  /**
   * Computes the keys after an edit; an absent key keeps the stored ones.
   *
   * @throws AppError COMMON_INVALID_INPUT when several keys would be left to a channel that has one
   */
  private keyChange(body: ChannelEdit, current: ChannelEntity): KeyColumns {
    const type = body.type ?? current.type;
    const hasSeveralKeys = (body.several_keys ?? current.hasSeveralKeys) && mayHoldSeveralKeys(type);
    const typed = body.key?.trim() ?? '';
    if (typed === '') {
      if (!hasSeveralKeys && current.hasSeveralKeys) requireOneKey(this.faults.keysOf(current).length);
      return { hasSeveralKeys };
    }
    const lines = keysOf(typed, type);
    if (!hasSeveralKeys) requireOneKey(lines.length);
    return { ...this.sealed(hasSeveralKeys ? lines.join('\n') : typed), hasSeveralKeys };
  }

  /**
   * Updates the disabled keys after an edit; a channel that is enabled by an administrator gets its keys back when none
   * was usable.
   */
  private async tidyFaults(
    manager: EntityManager,
    channel: ChannelEntity,
    status: Partial<ChannelEntity>,
  ): Promise<void> {
    if (!channel.hasSeveralKeys) return this.faults.forget(manager, channel.id);
    const hashes = this.faults.keysOf(channel).map(({ keyHash }) => keyHash);
    await this.faults.keepOnly(manager, channel.id, hashes);
    if (status.status === ChannelStatus.Enabled) await this.faults.bringBackIfNoneIsLeft(manager, channel);
  }

  private tell(actor: Actor, deed: ChannelDeed): Promise<void> {
    return this.unitOfWork.run(manager => this.record(manager, actor, deed));
  }

  private checkProxy({ proxy }: Partial<ChannelSave>): void {
    if (proxy) this.checkHost(proxy.replace(/^socks5h?:/i, 'http:'));
  }

  private checkHost(baseUrl: string): void {
    if (!this.config.allowLinkLocalUpstreams && isLinkLocalUrl(baseUrl)) throw new AppError('CHANNEL_HOST_LINK_LOCAL');
  }

  /** Channels have no owner, so the row stands in the log of the actor. */
  private record(manager: EntityManager, actor: Actor, deed: ChannelDeed): Promise<void> {
    const { id: userId, username } = actor;
    return this.managementLog.record(manager, { userId, username, actor, ...deed });
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

function requireOneKey(count: number): void {
  if (count <= 1) return;
  throw new AppError('COMMON_INVALID_INPUT', {
    params: { detail: 'this channel has one key' },
  });
}

function untested(createdAtMs: number) {
  return {
    responseTimeMs: 0,
    testedAtMs: 0,
    upstreamBalance: 0,
    upstreamBalanceAtMs: 0,
    statusReason: '',
    statusAtMs: 0,
    createdAtMs,
  };
}
