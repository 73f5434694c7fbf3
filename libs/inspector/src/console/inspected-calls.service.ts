import { INSPECT_LIST_MAX, type InspectedCall, type InspectKept, type InspectStore } from '@contracts';
import { AppError, toSeconds } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { ManagementLog, UnitOfWork, type Actor, type Caller } from '@platform';
import { KeptCalls } from '../keep/kept-calls';
import { KeptCallsStore, type KeptCallRow } from '../keep/kept-calls.store';
import { PackedRecords } from '../keep/packed-record';
import { contentView, type ContentView } from './content-access';
import { InspectedNames } from './inspected-names';

const HOUR_MS = 3_600_000;

/** The kept contents for those who may read them; each reading by another than the owner gets a log row of the owner. */
@Injectable()
export class InspectedCallsService {
  constructor(
    private readonly store: KeptCallsStore,
    private readonly kept: KeptCalls,
    private readonly records: PackedRecords,
    private readonly names: InspectedNames,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
    private readonly managementLog: ManagementLog,
  ) {}

  /** @throws AppError INSPECTOR_GONE for calls that are not kept and for those of others alike; INSPECTOR_SEALED */
  async open(requestId: string, actor: Actor): Promise<InspectedCall> {
    const row = await this.store.find(requestId);
    const view = row ? await this.viewOf(row, actor) : 'none';
    if (!row || view === 'none') throw new AppError('INSPECTOR_GONE');
    const record = await this.records.open(requestId, row.content);
    if (!record) throw new AppError('INSPECTOR_SEALED');
    if (row.userId !== actor.id) await this.recordReading(row, actor);
    const { attempts, ...own } = record;
    const call = { ...own, kept_until: toSeconds(this.keptUntilMs(row)) };
    return view === 'whole' ? { ...call, attempts } : call;
  }

  /** Which of some calls are kept, among those that the caller may read. */
  async keptOf(requestIds: readonly string[], caller: Caller): Promise<readonly InspectKept[]> {
    const rows = (await this.store.findAll(requestIds)).filter(row => this.keptUntilMs(row) > Date.now());
    const users = await this.names.users(rows.map(({ userId }) => userId));
    return rows
      .filter(row => this.view(caller, row, users.get(row.userId)?.role) !== 'none')
      .map(row => ({ request_id: row.requestId, kept_until: toSeconds(this.keptUntilMs(row)) }));
  }

  /** The newest kept calls, without their contents, and the size of the store. */
  async overview(): Promise<InspectStore> {
    const [rows, { calls, bytes }] = await Promise.all([this.store.newest(INSPECT_LIST_MAX), this.store.size()]);
    const users = await this.names.users(rows.map(({ userId }) => userId));
    return {
      calls: rows.map(row => ({
        id: row.id,
        request_id: row.requestId,
        kept_until: toSeconds(this.keptUntilMs(row)),
        created_time: toSeconds(row.createdAtMs),
        user_id: row.userId,
        username: users.get(row.userId)?.name ?? '',
        token_id: row.tokenId,
        model_name: row.modelName,
        status: row.status,
        has_failed: row.hasFailed,
        bytes: row.bytes,
      })),
      total: calls,
      bytes,
      bytes_max: this.kept.bytesMax,
    };
  }

  /** Removes the content of one call; its log row stays. @throws AppError INSPECTOR_GONE */
  async remove(requestId: string, actor: Actor): Promise<void> {
    const row = await this.store.find(requestId);
    if (!row || (await this.viewOf(row, actor)) === 'none') throw new AppError('INSPECTOR_GONE');
    await this.unitOfWork.run(manager => this.store.remove(manager, requestId));
  }

  /** Removes all contents. @returns how many there were */
  async removeAll(actor: Actor): Promise<number> {
    const count = await this.store.removeAll();
    const { id: userId, username } = actor;
    await this.unitOfWork.run(manager =>
      this.managementLog.record(manager, {
        userId,
        username,
        actor,
        target: 'recorded calls',
        said: { key: 'inspect_emptied', count },
      }),
    );
    return count;
  }

  private async viewOf(row: KeptCallRow, caller: Caller): Promise<ContentView> {
    if (this.keptUntilMs(row) <= Date.now()) return 'none';
    return this.view(caller, row, (await this.names.users([row.userId])).get(row.userId)?.role);
  }

  /** The calls of a user who is no more are nobody's to read; the job removes them. */
  private view(caller: Caller, { userId }: KeptCallRow, role: number | undefined): ContentView {
    if (role === undefined) return 'none';
    return contentView(caller, { id: userId, role }, this.options.current.InspectorAdminsMayRead);
  }

  /** A shorter retention holds at once, a longer one only for calls that are recorded after it. */
  private keptUntilMs({ createdAtMs, expiresAtMs }: KeptCallRow): number {
    const { InspectorEnabled, InspectorRetentionHours } = this.options.current;
    return InspectorEnabled ? Math.min(expiresAtMs, createdAtMs + InspectorRetentionHours * HOUR_MS) : 0;
  }

  private async recordReading({ requestId, userId }: KeptCallRow, actor: Actor): Promise<void> {
    const username = (await this.names.users([userId])).get(userId)?.name ?? '';
    await this.unitOfWork.run(manager =>
      this.managementLog.record(manager, {
        userId,
        username,
        actor,
        target: `recorded call ${requestId}`,
        said: { key: 'inspect_opened', id: requestId },
      }),
    );
  }
}
