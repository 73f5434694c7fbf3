import { type RowSetShape, type RowValue, type SecretBox, type UnitOfWork } from '@platform';
import { type Family } from '../source/family';

/** Where an import goes to. Nobody else may use the database meanwhile. */
export interface ImportTarget {
  readonly unitOfWork: UnitOfWork;
  readonly box: SecretBox;
  readonly nowMs: number;
}

/** The kinds of rows that keep a name here for their id there. */
export type Kind = 'user' | 'token' | 'channel' | 'code' | 'order' | 'drawing' | 'task';

/** Amounts of an account, in units, as the source has them. */
export interface Amounts {
  readonly balance: number;
  readonly affiliate: number;
  readonly affiliateEver: number;
  readonly used: number;
  readonly requests: number;
}

export const NO_AMOUNTS: Amounts = { balance: 0, affiliate: 0, affiliateEver: 0, used: 0, requests: 0 };

/** A row of the source as it will stand here. */
export interface MappedRow {
  readonly sourceId: number;
  readonly columns: Readonly<Record<string, RowValue>>;
  readonly amounts: Amounts;
  readonly isUnlimited?: boolean;
  /** Rows of another table that belong to this one, without the column of their owner. */
  readonly identities?: readonly Readonly<Record<string, RowValue>>[];
}

/** How rows of a kind are stored. */
export interface KindTable {
  readonly kind: Kind;
  readonly table: string;
  readonly shape: RowSetShape;
}

/** Things that do not come, or come changed; each once, by name. */
export class Remarks {
  private readonly known = new Map<string, string[]>();

  /** @param what the sentence; names are collected behind it */
  add(what: string, name: string): void {
    const names = this.known.get(what);
    if (names) names.push(name);
    else this.known.set(what, [name]);
  }

  /** Adds a name unless it is there already. */
  addOnce(what: string, name: string): void {
    if (!this.known.get(what)?.includes(name)) this.add(what, name);
  }

  get list(): readonly { readonly what: string; readonly names: readonly string[] }[] {
    return [...this.known].map(([what, names]) => ({ what, names }));
  }
}

/** Ids here by ids there. */
export type IdMaps = Readonly<Record<Kind, ReadonlyMap<number, number>>>;

/** Values that only one row may have, each with the id of the row here that has it. */
export class Taken {
  private readonly owners = new Map<string, number>();

  /** @returns false when another row has the value; otherwise the row has it from now on */
  take(value: string, ownId: number): boolean {
    const owner = this.owners.get(value);
    if (owner !== undefined && owner !== ownId) return false;
    this.owners.set(value, ownId);
    return true;
  }
}

export type UniqueName =
  | 'username'
  | 'email'
  | 'aff_code'
  | 'access_token'
  | 'token_key'
  | 'code_key'
  | 'trade_no'
  | 'upstream_key'
  | 'identity';

/** What every mapping may look at. */
export interface MapContext {
  readonly family: Family;
  readonly box: SecretBox;
  readonly nowMs: number;
  readonly remarks: Remarks;
  readonly ids: IdMaps;
  readonly taken: Readonly<Record<UniqueName, Taken>>;
  /** Units of a currency unit, as the source counts. */
  readonly unitsPerCurrency: number;
  /** Opens what LiteLLM keeps encrypted; empty when nobody gave it. */
  readonly saltKey: string;
  /** Names of people by their ids here; people fill it in. */
  readonly usernames: Map<number, string>;
  /** Tasks that came earlier and have ended here, by their ids here. */
  readonly endedTasks: ReadonlyMap<number, { readonly isRefunded: boolean }>;
}
