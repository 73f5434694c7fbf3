import { Injectable } from '@nestjs/common';
import { ChannelStatus, type ChannelBulkEdit, type ChannelBulkResult, type ChannelBulkStep } from '@contracts';
import { ManagementLog, SecretBox, UnitOfWork, type Actor } from '@platform';
import { type EntityManager } from 'typeorm';
import { ChannelAnnouncer } from '../health/channel-announcer';
import { idsOf, planEdits, type PlannedEdit } from './channel-bulk';
import { channelsEdited } from './channel-change';
import { ChannelStore } from '../store/channel.store';
import { KeyFaultStore } from '../health/key-fault.store';

/** Changes many channels at once: one unit of work, one log row, one reload of the catalogue. */
@Injectable()
export class ChannelBulkService {
  constructor(
    private readonly store: ChannelStore,
    private readonly faults: KeyFaultStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly managementLog: ManagementLog,
    private readonly announcer: ChannelAnnouncer,
    private readonly box: SecretBox,
  ) {}

  /**
   * Edits many channels. The result holds what is needed to undo the edit through this same call: the previous values,
   * and the values that a channel must still have for that.
   *
   * @throws AppError CHANNEL_*, COMMON_INVALID_INPUT; then no channel was changed
   */
  async edit({ steps }: ChannelBulkEdit, actor: Actor): Promise<ChannelBulkResult> {
    const { edits, skipped } = await this.unitOfWork.run(async manager => {
      const named = await this.withTagged(manager, steps);
      const plan = planEdits(named, await this.store.lockAll(manager, idsOf(named)), this.box);
      if (plan.edits.length > 0) await this.write(manager, plan.edits, actor);
      return plan;
    });
    if (edits.length > 0) await this.announcer.announceEdits(edits.map(({ id }) => id));
    return { changed: edits.map(({ id, before, after }) => ({ id, before, after })), skipped };
  }

  /** The steps with the channels of their tags among the ids; a channel is named once. */
  private async withTagged(
    manager: EntityManager,
    steps: readonly ChannelBulkStep[],
  ): Promise<readonly ChannelBulkStep[]> {
    const named: ChannelBulkStep[] = [];
    for (const step of steps) {
      const tag = step.tag?.trim() ?? '';
      if (tag === '') named.push(step);
      else named.push({ ...step, ids: [...new Set([...step.ids, ...(await this.store.idsTagged(manager, tag))])] });
    }
    return named;
  }

  private async write(manager: EntityManager, edits: readonly PlannedEdit[], actor: Actor): Promise<void> {
    await this.store.updateAll(manager, edits);
    const switchedOn = edits.filter(({ after }) => after.status === ChannelStatus.Enabled);
    for (const { current } of switchedOn) {
      if (current.hasSeveralKeys) await this.faults.bringBackIfNoneIsLeft(manager, current);
    }
    const { id: userId, username } = actor;
    await this.managementLog.record(manager, { userId, username, actor, ...channelsEdited(edits) });
  }
}
