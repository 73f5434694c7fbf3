import {
  RegistrationCodeStatus,
  type LogSaying,
  type RegistrationCodeCreate,
  type RegistrationCodeStatusValue,
  type RegistrationCodeView,
} from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { ManagementLog, UnitOfWork, type Actor } from '@platform';
import { type EntityManager } from 'typeorm';
import { RegistrationCodeStore } from '../store/registration-code.store';
import { RegistrationCodeListReadModel } from './registration-code-list.read-model';

/** The actions of administrators on registration codes. Each leaves a row in the actor's own log, without any code. */
@Injectable()
export class RegistrationCodesService {
  constructor(
    private readonly codes: RegistrationCodeStore,
    private readonly list: RegistrationCodeListReadModel,
    private readonly options: Options,
    private readonly managementLog: ManagementLog,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Makes codes, all or none.
   *
   * @throws AppError USER_GROUP_UNKNOWN, REGISTRATION_CODE_EXPIRY, COMMON_INVALID_INPUT
   */
  async create(actor: Actor, request: RegistrationCodeCreate): Promise<readonly RegistrationCodeView[]> {
    const { count, uses_max: usesMax, quota = 0, expires_time: expires = 0 } = request;
    const group = (request.group ?? '').trim();
    if (group !== '' && !Object.hasOwn(this.options.current.GroupRatio, group)) {
      throw new AppError('USER_GROUP_UNKNOWN', { params: { group } });
    }
    const nowMs = Date.now();
    const expiresAtMs = expires * 1000;
    if (expiresAtMs > 0 && expiresAtMs <= nowMs) throw new AppError('REGISTRATION_CODE_EXPIRY');
    const note = checkedNote(request.note ?? '');
    const terms = { note, group, quota, usesMax, createdBy: actor.id, createdAtMs: nowMs, expiresAtMs };
    const rows = await this.unitOfWork.run(async manager => {
      const made = await this.codes.insertAll(manager, terms, count);
      const ids = made.map(({ id }) => id);
      const after = { count, note, group, quota, usesMax, expires_time: expires, ids };
      await this.record(manager, actor, { key: 'registration_codes_made', count, ids }, { after });
      return made;
    });
    return this.list.views(rows);
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND */
  async setStatus(actor: Actor, id: number, status: RegistrationCodeStatusValue): Promise<RegistrationCodeView> {
    const key = status === RegistrationCodeStatus.Enabled ? 'registration_code_enabled' : 'registration_code_disabled';
    await this.change(actor, id, { status }, { key, id });
    const row = await this.codes.find(id);
    const [view] = row ? await this.list.views([row]) : [];
    if (!view) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return view;
  }

  /** Who used the code keeps the account. @throws AppError COMMON_RECORD_NOT_FOUND */
  remove(actor: Actor, id: number): Promise<void> {
    return this.change(actor, id, { deletedAtMs: Date.now() }, { key: 'registration_code_deleted', id });
  }

  private async change(
    actor: Actor,
    id: number,
    change: Parameters<RegistrationCodeStore['change']>[2],
    said: LogSaying,
  ): Promise<void> {
    await this.unitOfWork.run(async manager => {
      if (!(await this.codes.change(manager, id, change))) throw new AppError('COMMON_RECORD_NOT_FOUND');
      await this.record(manager, actor, said, { after: { id, ...change } });
    });
  }

  private record(
    manager: EntityManager,
    actor: Actor,
    said: LogSaying,
    values: { readonly after: Readonly<Record<string, unknown>> },
  ): Promise<void> {
    const { id: userId, username } = actor;
    return this.managementLog.record(manager, {
      userId,
      username,
      actor,
      target: 'registration codes',
      said,
      ...values,
    });
  }
}

/** @throws AppError COMMON_INVALID_INPUT for control characters */
function checkedNote(text: string): string {
  const note = text.trim();
  if (!/\p{Cc}/u.test(note)) return note;
  throw new AppError('COMMON_INVALID_INPUT', { params: { detail: 'note must not contain control characters' } });
}
