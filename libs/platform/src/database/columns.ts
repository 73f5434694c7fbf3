import { type ColumnOptions, type ValueTransformer } from 'typeorm';

/** PostgreSQL and MySQL drivers return 64-bit integers as text; in the program they are safe integers. */
export const integer64: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value)),
};

/** 64-bit whole number. */
export function bigColumn(options: ColumnOptions = {}): ColumnOptions {
  return { default: 0, transformer: integer64, ...options, type: 'bigint' };
}

/** 64-bit whole number as part of a primary key. */
export function bigKey(name: string): { name: string; type: 'bigint'; transformer: ValueTransformer } {
  return { name, type: 'bigint', transformer: integer64 };
}

/** Truth value kept as 0 or 1, the same on every database. */
const truth: ValueTransformer = {
  to: (value: unknown) => (value === undefined ? value : value ? 1 : 0),
  from: (value: unknown) => Number(value) === 1,
};

export function truthColumn(options: ColumnOptions = {}): ColumnOptions {
  return { default: 0, transformer: truth, ...options, type: 'smallint' };
}
