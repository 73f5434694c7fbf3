import { Injectable } from '@nestjs/common';
import { ChannelStatus, logSentence, LogType, type LogPart, type LogSaying } from '@contracts';
import { LogStore, sentenceFields } from '@log';
import { Options } from '@option';
import { EventBus, Logger, UnitOfWork } from '@platform';
import { type EntityManager, type FindOptionsWhere } from 'typeorm';
import { AbilityEntity } from '../store/ability.entity';
import { type CatalogChannel } from '../catalog/catalog-channel';
import { ChannelAnnouncer } from './channel-announcer';
import { ChannelCatalog } from '../catalog/channel-catalog';
import { namedChannels } from '../store/channel-names';
import { ChannelEntity } from '../store/channel.entity';
import { KeyFaultStore, type KeyFault, type PutOut } from './key-fault.store';

/** A failure that proves that the account or key behind a channel is bad. */
export interface ChannelFailure {
  readonly channelId: number;
  /** Keyed hash of the key that was used; a key that replaced it since then is not to blame. */
  readonly keyHash: string;
  /** The upstream's error message, without secrets. */
  readonly reason: string;
  /** `always` for failures that disable whatever the option says, such as an account without money. */
  readonly when?: 'switched-on' | 'always';
  /** `channel` for failures that the other keys would share, such as slowness. Otherwise the key is to blame. */
  readonly blames?: 'key' | 'channel';
}

const REASON_LENGTH_MAX = 1000;

function allOut(reason: string): LogSaying {
  return { key: 'keys_all_out', reason };
}

function disabled({ id, name }: CatalogChannel, reason: LogPart): LogSaying {
  return {
    key: 'channel_auto_disabled',
    channel: namedChannels([id], name),
    reason,
  };
}

/** When a failure disables a channel and a success enables it; each by compare-and-set, so that it happens once. */
@Injectable()
export class ChannelHealth {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly catalog: ChannelCatalog,
    private readonly options: Options,
    private readonly logs: LogStore,
    private readonly events: EventBus,
    private readonly announcer: ChannelAnnouncer,
    private readonly faults: KeyFaultStore,
    private readonly logger: Logger,
  ) {}

  /**
   * Disables an enabled channel, if it allows that and its key is still the one that failed. Of a channel with several
   * keys only that key is disabled; the channel is disabled with its last usable key.
   *
   * @returns whether this call disabled the channel
   */
  async disableAfterFailure(failure: ChannelFailure): Promise<boolean> {
    const { channelId, keyHash, when = 'switched-on', blames = 'key' } = failure;
    if (when !== 'always' && !this.options.current.AutomaticDisableChannelEnabled) return false;
    const before = this.catalog.current.byId(channelId);
    if (before === null || !before.isAutoBan) return false;
    const reason = failure.reason.replaceAll('\0', '').slice(0, REASON_LENGTH_MAX);
    if (before.hasSeveralKeys && blames === 'key') return this.putKeyOut(before, { channelId, keyHash, reason });
    const sameKey = before.hasSeveralKeys ? {} : { keyHash };
    const guard = { id: channelId, status: ChannelStatus.Enabled, isAutoBan: true, ...sameKey };
    const change = { status: ChannelStatus.AutoDisabled, statusReason: reason, statusAtMs: Date.now() };
    if (!(await this.switch(guard, change, disabled(before, reason)))) return false;
    this.tellDisabled(before, reason);
    return true;
  }

  /**
   * Enables a channel that the server had disabled.
   *
   * @param keyHash hash of the key that passed the test: of several keys that one is used again
   * @returns whether this call enabled it
   */
  async enableAfterTest(channelId: number, keyHash?: string): Promise<boolean> {
    if (!this.options.current.AutomaticEnableChannelEnabled) return false;
    const name = this.catalog.current.byId(channelId)?.name ?? '';
    const guard = { id: channelId, status: ChannelStatus.AutoDisabled };
    const change = { status: ChannelStatus.Enabled, statusReason: '', statusAtMs: 0 };
    const said: LogSaying = { key: 'channel_auto_enabled', channel: namedChannels([channelId], name) };
    const bringBack = async (manager: EntityManager) => {
      if (keyHash !== undefined) await this.faults.bringBack(manager, channelId, keyHash);
    };
    if (!(await this.switch(guard, change, said, bringBack))) return false;
    this.events.publish('channel.enabled', { channelId, name });
    return true;
  }

  /** @param responseTimeMs how long the test took, successful or not */
  async recordTest(channelId: number, responseTimeMs: number): Promise<void> {
    const change = {
      responseTimeMs: Math.min(2_147_483_647, Math.max(0, Math.round(responseTimeMs))),
      testedAtMs: Date.now(),
    };
    await this.unitOfWork.run(manager => manager.update(ChannelEntity, { id: channelId }, change));
  }

  /** @param amount money left at the provider, in the provider's currency */
  async recordBalance(channelId: number, amount: number): Promise<void> {
    const change = { upstreamBalance: amount, upstreamBalanceAtMs: Date.now() };
    await this.unitOfWork.run(manager => manager.update(ChannelEntity, { id: channelId }, change));
  }

  private async switch(
    guard: FindOptionsWhere<ChannelEntity> & { readonly id: number },
    change: Pick<ChannelEntity, 'status' | 'statusReason' | 'statusAtMs'>,
    said: LogSaying,
    also?: (manager: EntityManager) => Promise<void>,
  ): Promise<boolean> {
    const isDone = await this.unitOfWork.run(async manager => {
      const isSwitched = await this.switchIn(manager, guard, change, said);
      if (isSwitched) await also?.(manager);
      return isSwitched;
    });
    if (isDone) await this.announcer.announce([guard.id]);
    return isDone;
  }

  private async putKeyOut(channel: CatalogChannel, fault: KeyFault): Promise<boolean> {
    const out = await this.unitOfWork.run(manager => this.putKeyOutIn(manager, channel, fault));
    if (!out) return false;
    await this.announcer.announce([channel.id]);
    const { id: channelId, name } = channel;
    const { position, mask, keyCount, usableCount } = out;
    this.events.publish('channel.keyDisabled', {
      channelId,
      name,
      position,
      mask,
      reason: fault.reason,
      keyCount,
      usableCount,
    });
    if (usableCount > 0) return false;
    this.tellDisabled(channel, logSentence(allOut(fault.reason), 'en'));
    return true;
  }

  private async putKeyOutIn(manager: EntityManager, channel: CatalogChannel, fault: KeyFault): Promise<PutOut | null> {
    const out = await this.faults.putOut(manager, fault);
    if (!out) return null;
    if (out.usableCount > 0) {
      const { position: place, mask } = out;
      const named = namedChannels([channel.id], channel.name);
      await this.log(manager, channel.id, { key: 'key_auto_out', place, mask, channel: named, reason: fault.reason });
      return out;
    }
    const reason = allOut(fault.reason);
    const statusReason = logSentence(reason, 'en');
    const guard = { id: channel.id, status: ChannelStatus.Enabled };
    const change = { status: ChannelStatus.AutoDisabled, statusReason, statusAtMs: Date.now() };
    await this.switchIn(manager, guard, change, disabled(channel, reason));
    return out;
  }

  private tellDisabled(channel: CatalogChannel, reason: string): void {
    const { id: channelId, name } = channel;
    const unservedModels = this.warnAboutUnserved(channel);
    this.events.publish('channel.disabled', { channelId, name, reason, unservedModels });
  }

  private async switchIn(
    manager: EntityManager,
    guard: FindOptionsWhere<ChannelEntity> & { readonly id: number },
    change: Pick<ChannelEntity, 'status' | 'statusReason' | 'statusAtMs'>,
    said: LogSaying,
  ): Promise<boolean> {
    const { affected } = await manager.update(ChannelEntity, guard, change);
    if (!affected) return false;
    const isEnabled = change.status === ChannelStatus.Enabled;
    await manager.update(AbilityEntity, { channelId: guard.id }, { isEnabled });
    await this.log(manager, guard.id, said);
    return true;
  }

  private log(manager: EntityManager, channelId: number, said: LogSaying): Promise<void> {
    return this.logs.append(manager, { userId: 0, type: LogType.System, channelId, ...sentenceFields(said) });
  }

  /** Models that only this channel served: an operator must act, so this is an error line. */
  private warnAboutUnserved(channel: CatalogChannel): readonly string[] {
    const unserved = channel.models.filter(model => this.catalog.current.groupsOf(model).length === 0);
    if (unserved.length > 0) {
      this.logger.error(
        { channelId: channel.id, models: unserved.slice(0, 20), count: unserved.length },
        'the last channel of some models was disabled automatically',
      );
    }
    return unserved;
  }
}
