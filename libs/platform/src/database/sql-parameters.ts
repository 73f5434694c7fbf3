import { type DatabaseDialect } from '../config/config';

/** Collects the values of a statement in the order of their places, which each database writes in its own way. */
export class SqlParameters {
  readonly values: (string | number)[] = [];

  constructor(private readonly dialect: DatabaseDialect) {}

  /** @returns the place of the value; MySQL wants each place only once, and in the order of the values */
  add(value: string | number): string {
    this.values.push(value);
    switch (this.dialect) {
      case 'postgres':
        return `$${this.values.length}`;
      case 'sqlite':
        return `?${this.values.length}`;
      case 'mysql':
        return '?';
    }
  }
}
