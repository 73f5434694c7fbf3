import {
  RegistrationCodeStatus,
  type RegistrationCodeSearch,
  type RegistrationCodeState,
  type RegistrationCodeStatusValue,
  type RegistrationCodeUse,
  type RegistrationCodeView,
} from '@contracts';
import { AppError, toSeconds } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Database, likeText, type PageRequest } from '@platform';
import { UserStore } from '@user';
import { Brackets, type SelectQueryBuilder } from 'typeorm';
import { plainCode } from '../store/code-text';
import { RegistrationCodeEntity, type RegistrationCode } from '../store/registration-code.entity';
import { RegistrationCodeStore } from '../store/registration-code.store';

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

const USABLE = `code.status = ${RegistrationCodeStatus.Enabled} AND code.uses < code.usesMax`;
/** Conditions of the states; `:nowMs` is the time. A code that is disabled, used up and expired has the first state. */
const STATES: Readonly<Record<RegistrationCodeState, string>> = {
  disabled: `code.status = ${RegistrationCodeStatus.Disabled}`,
  used: `code.status = ${RegistrationCodeStatus.Enabled} AND code.uses >= code.usesMax`,
  expired: `${USABLE} AND code.expiresAtMs > 0 AND code.expiresAtMs <= :nowMs`,
  usable: `${USABLE} AND (code.expiresAtMs = 0 OR code.expiresAtMs > :nowMs)`,
};

/** What the console shows of registration codes: the newest first, without deleted ones. */
@Injectable()
export class RegistrationCodeListReadModel {
  constructor(
    private readonly database: Database,
    private readonly codes: RegistrationCodeStore,
    private readonly users: UserStore,
  ) {}

  async page(search: RegistrationCodeSearch, { skip, take }: PageRequest): Promise<Page<RegistrationCodeView>> {
    const query = this.database.read
      .createQueryBuilder(RegistrationCodeEntity, 'code')
      .where('code.deletedAtMs IS NULL');
    if (search.state) query.andWhere(`(${STATES[search.state]})`, { nowMs: Date.now() });
    this.matchKeyword(query, search.keyword?.trim() ?? '');
    const [rows, total] = await query.orderBy('code.id', 'DESC').skip(skip).take(take).getManyAndCount();
    return { rows: await this.views(rows), total };
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND */
  async uses(codeId: number, page: PageRequest): Promise<Page<RegistrationCodeUse>> {
    if (!(await this.codes.find(codeId))) throw new AppError('COMMON_RECORD_NOT_FOUND');
    const [rows, total] = await this.codes.usesOf(codeId, page);
    const names = await this.users.namesOf(rows.map(({ userId }) => userId));
    const shown = rows.map(({ userId, usedAtMs }) => ({
      user_id: userId,
      username: names.get(userId) ?? '',
      used_time: toSeconds(usedAtMs),
    }));
    return { rows: shown, total };
  }

  async views(rows: readonly RegistrationCode[]): Promise<readonly RegistrationCodeView[]> {
    const names = await this.users.namesOf(rows.map(({ createdBy }) => createdBy));
    return rows.map(row => ({
      id: row.id,
      code: this.codes.shown(row),
      note: row.note,
      group: row.group,
      quota: row.quota,
      uses: row.uses,
      uses_max: row.usesMax,
      status: row.status as RegistrationCodeStatusValue, // written from that table only
      created_by: names.get(row.createdBy) ?? '',
      created_time: toSeconds(row.createdAtMs),
      expires_time: toSeconds(row.expiresAtMs),
    }));
  }

  /** SQLite ignores the case of plain letters only, so that a note is also compared as it was typed. */
  private matchKeyword(query: SelectQueryBuilder<RegistrationCodeEntity>, keyword: string): void {
    if (keyword === '') return;
    const part = likeText(keyword);
    const code = plainCode(keyword);
    query.andWhere(
      new Brackets(where => {
        where.where(`code.note LIKE :typed ESCAPE '!'`, { typed: `%${part}%` });
        where.orWhere(`LOWER(code.note) LIKE :lower ESCAPE '!'`, { lower: `%${part.toLowerCase()}%` });
        if (code !== null) where.orWhere('code.codeHash = :codeHash', { codeHash: this.codes.hashOf(code) });
      }),
    );
  }
}
