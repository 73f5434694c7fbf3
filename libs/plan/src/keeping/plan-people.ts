import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { usernameKeyOf } from '@user';

/** A person, as far as plans ask. */
export interface PlanPerson {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  /** Neither deleted nor banned. */
  readonly isEnabled: boolean;
}

interface Row {
  readonly id: number | string;
  readonly username: string;
  readonly email: string | null;
  readonly status: number;
  readonly deleted_at_ms: number | string | null;
}

const COLUMNS = ['id', 'username', 'email', 'status', 'deleted_at_ms'];
const ENABLED = 1;

/** The people who have plans; a read model may look into another lib's table. */
@Injectable()
export class PlanPeople {
  constructor(private readonly database: Database) {}

  async find(ids: readonly number[]): Promise<ReadonlyMap<number, PlanPerson>> {
    if (ids.length === 0) return new Map();
    const query = this.database.read.createQueryBuilder().select(COLUMNS).from('users', 'known');
    const rows = await query.where('id IN (:...ids)', { ids: [...new Set(ids)] }).getRawMany<Row>();
    return new Map(rows.map(row => [Number(row.id), personOf(row)]));
  }

  /** The id of a user; null where nobody has the name. */
  async named(username: string): Promise<PlanPerson | null> {
    const query = this.database.read.createQueryBuilder().select(COLUMNS).from('users', 'known');
    const key = usernameKeyOf(username);
    const row = await query.where('username_key = :key AND deleted_at_ms IS NULL', { key }).getRawOne<Row>();
    return row ? personOf(row) : null;
  }
}

function personOf({ id, username, email, status, deleted_at_ms }: Row): PlanPerson {
  return { id: Number(id), username, email: email ?? '', isEnabled: status === ENABLED && deleted_at_ms === null };
}
