import { Injectable } from '@nestjs/common';
import { ChannelStatus, LogType } from '@contracts';
import { LogStore } from '@log';
import { Options } from '@option';
import { ChangeNotices, EventBus, Logger, UnitOfWork } from '@platform';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { AbilityEntity } from './ability.entity';
import type { CatalogChannel } from './catalog-channel';
import { CHANNEL_NOTICE, ChannelCatalog } from './channel-catalog';
import { namedChannels } from './channel-names';
import { ChannelEntity } from './channel.entity';

/** A failure that proves that the account or key behind a channel is bad. */
export interface ChannelFailure {
  readonly channelId: number;
  /** Of the key that was used; a key replaced since then is not to blame. */
  readonly keyHash: string;
  /** What the upstream said, without secrets. */
  readonly reason: string;
  /** `always` for findings that hold whatever the switch says: an account that has run dry. */
  readonly when?: 'switched-on' | 'always';
}

const REASON_LENGTH_MAX = 1000;

/** When a failure disables a channel and a success enables it; each by compare-and-set, so that it happens once. */
@Injectable()
export class ChannelHealth {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly catalog: ChannelCatalog,
    private readonly options: Options,
    private readonly logs: LogStore,
    private readonly events: EventBus,
    private readonly notices: ChangeNotices,
    private readonly logger: Logger,
  ) {}

  /**
   * Switches an enabled channel off, if its owner allows that and its key is still the one that failed.
   *
   * @returns whether this call did it
   */
  async disableAfterFailure(failure: ChannelFailure): Promise<boolean> {
    const { channelId, keyHash, when = 'switched-on' } = failure;
    if (when !== 'always' && !this.options.current.AutomaticDisableChannelEnabled) return false;
    const before = this.catalog.current.byId(channelId);
    if (before === null || !before.isAutoBan) return false;
    const reason = failure.reason.replaceAll('\0', '').slice(0, REASON_LENGTH_MAX);
    const guard = { id: channelId, status: ChannelStatus.Enabled, isAutoBan: true, keyHash };
    const change = { status: ChannelStatus.AutoDisabled, statusReason: reason, statusAtMs: Date.now() };
    const text = `disabled ${namedChannels([channelId], before.name)} automatically: ${reason}`;
    if (!(await this.switch(guard, change, text))) return false;
    this.events.publish('channel.disabled', {
      channelId,
      name: before.name,
      reason,
      unservedModels: this.warnAboutUnserved(before),
    });
    return true;
  }

  /** Switches a channel on again that the server had switched off. @returns whether this call did it */
  async enableAfterTest(channelId: number): Promise<boolean> {
    if (!this.options.current.AutomaticEnableChannelEnabled) return false;
    const name = this.catalog.current.byId(channelId)?.name ?? '';
    const guard = { id: channelId, status: ChannelStatus.AutoDisabled };
    const change = { status: ChannelStatus.Enabled, statusReason: '', statusAtMs: 0 };
    const text = `enabled ${namedChannels([channelId], name)} automatically after a successful test`;
    if (!(await this.switch(guard, change, text))) return false;
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

  /** @param amount money left at the vendor, in the vendor's currency */
  async recordBalance(channelId: number, amount: number): Promise<void> {
    const change = { upstreamBalance: amount, upstreamBalanceAtMs: Date.now() };
    await this.unitOfWork.run(manager => manager.update(ChannelEntity, { id: channelId }, change));
  }

  private async switch(
    guard: FindOptionsWhere<ChannelEntity> & { readonly id: number },
    change: Pick<ChannelEntity, 'status' | 'statusReason' | 'statusAtMs'>,
    content: string,
  ): Promise<boolean> {
    const isDone = await this.unitOfWork.run(manager => this.switchIn(manager, guard, change, content));
    if (!isDone) return false;
    await this.catalog.refresh();
    this.events.publish('channel.changed', { channelIds: [guard.id] });
    await this.notices.publish(CHANNEL_NOTICE, String(guard.id));
    return true;
  }

  private async switchIn(
    manager: EntityManager,
    guard: FindOptionsWhere<ChannelEntity> & { readonly id: number },
    change: Pick<ChannelEntity, 'status' | 'statusReason' | 'statusAtMs'>,
    content: string,
  ): Promise<boolean> {
    const { affected } = await manager.update(ChannelEntity, guard, change);
    if (!affected) return false;
    const isEnabled = change.status === ChannelStatus.Enabled;
    await manager.update(AbilityEntity, { channelId: guard.id }, { isEnabled });
    await this.logs.append(manager, { userId: 0, type: LogType.System, channelId: guard.id, content });
    return true;
  }

  /** Models that were served by this channel alone: somebody must act, so this is an error line. */
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
