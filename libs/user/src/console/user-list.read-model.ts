import { Injectable } from '@nestjs/common';
import { AccountKind, Ledger } from '@billing';
import { Role, type AdminUser, type OwnUser, type RoleValue } from '@contracts';
import { Database, likeText, type PageRequest } from '@platform';
import { Brackets, type WhereExpressionBuilder } from 'typeorm';
import { type UserRecord } from '../store/user-record';
import { UserEntity } from '../store/user.entity';
import { toAdminUser, toOwnUser, type UserExtras } from '../store/user.mapper';
import { UserStore } from '../store/user.store';

export interface UserFilter {
  /** A part of name, display name or e-mail address, or the id. */
  readonly keyword?: string;
  readonly group?: string;
}

/** The rows of the user table and of the personal page, joined with balances and third-party accounts. */
@Injectable()
export class UserListReadModel {
  constructor(
    private readonly database: Database,
    private readonly users: UserStore,
    private readonly ledger: Ledger,
  ) {}

  /** Lists users, newest first, deleted accounts included. */
  async page(
    filter: UserFilter,
    reader: RoleValue,
    { skip, take }: PageRequest,
  ): Promise<{ readonly rows: readonly AdminUser[]; readonly total: number }> {
    const query = this.database.read.createQueryBuilder(UserEntity, 'user');
    const keyword = filter.keyword?.trim() ?? '';
    if (keyword !== '') query.andWhere(new Brackets(where => matchKeyword(where, keyword, reader)));
    const group = filter.group?.trim() ?? '';
    if (group !== '') query.andWhere(new Brackets(where => matchGroup(where, group)));
    const [users, total] = await query.orderBy('user.id', 'DESC').skip(skip).take(take).getManyAndCount();
    const extras = await this.extrasOf(users);
    return { rows: users.map(user => toAdminUser(user, extras(user.id), reader)), total };
  }

  async whole(user: UserRecord): Promise<OwnUser> {
    const extras = await this.extrasOf([user]);
    return toOwnUser(user, extras(user.id));
  }

  private async extrasOf(users: readonly UserRecord[]): Promise<(userId: number) => UserExtras> {
    const ids = users.map(user => user.id);
    const [accounts, affiliates, identities] = await Promise.all([
      this.ledger.balancesOf(AccountKind.User, ids),
      this.ledger.balancesOf(AccountKind.Affiliate, ids),
      this.users.identitiesOf(ids),
    ]);
    return userId => ({
      account: accounts.get(userId),
      affiliate: affiliates.get(userId),
      identities: identities.filter(identity => identity.userId === userId),
    });
  }
}

/**
 * Matches a keyword. Addresses are searched only where the reader may see them; a match would otherwise reveal them.
 */
function matchKeyword(where: WhereExpressionBuilder, keyword: string, reader: RoleValue): void {
  const part = `%${likeText(keyword.toLowerCase())}%`;
  where.orWhere(`user.usernameKey LIKE :part ESCAPE '!'`, { part });
  where.orWhere(`LOWER(user.displayName) LIKE :part ESCAPE '!'`, { part });
  if (reader === Role.Root) where.orWhere(`user.email LIKE :part ESCAPE '!'`, { part });
  else where.orWhere(`(user.role < :reader AND user.email LIKE :part ESCAPE '!')`, { part, reader });
  if (/^[1-9]\d{0,14}$/.test(keyword)) where.orWhere('user.id = :id', { id: Number(keyword) });
}

/** Matches a group; groups are stored as a list without blanks. */
function matchGroup(where: WhereExpressionBuilder, group: string): void {
  const text = likeText(group);
  where.orWhere('user.group = :group', { group });
  const patterns = { first: `${text},%`, middle: `%,${text},%`, last: `%,${text}` };
  for (const name of Object.keys(patterns)) where.orWhere(`user.group LIKE :${name} ESCAPE '!'`, patterns);
}
