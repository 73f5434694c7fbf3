import { type JsonObject, isJsonObject } from '../json/read-value';

/**
 * Reads an object field by field and remembers the fields that were not read, so that no field of a caller's body can
 * be lost without being named. A field of the wrong type counts as not read. `null` means absent.
 */
export class Fields {
  private readonly unread: Set<string>;

  constructor(private readonly record: JsonObject) {
    this.unread = new Set(Object.keys(record).filter(key => record[key] !== null && record[key] !== undefined));
  }

  /** The value of a field of any type; the field counts as read. */
  any(key: string): unknown {
    this.unread.delete(key);
    return Object.hasOwn(this.record, key) ? (this.record[key] ?? undefined) : undefined;
  }

  text(key: string): string | undefined {
    return this.typed(key, (value): value is string => typeof value === 'string');
  }

  number(key: string): number | undefined {
    return this.typed(key, (value): value is number => typeof value === 'number' && Number.isFinite(value));
  }

  boolean(key: string): boolean | undefined {
    return this.typed(key, (value): value is boolean => typeof value === 'boolean');
  }

  list(key: string): readonly unknown[] | undefined {
    return this.typed(key, (value): value is unknown[] => Array.isArray(value));
  }

  object(key: string): JsonObject | undefined {
    return this.typed(key, isJsonObject);
  }

  /** A list of texts; if it holds anything else, the field counts as not read. */
  texts(key: string): readonly string[] | undefined {
    return this.typed(
      key,
      (value): value is string[] => Array.isArray(value) && value.every(item => typeof item === 'string'),
    );
  }

  /** Marks fields as read that do not affect the answer, or that another part of the gateway has handled. */
  ignore(...keys: readonly string[]): void {
    for (const key of keys) this.unread.delete(key);
  }

  /** The names of the fields that were not read. */
  get rest(): readonly string[] {
    return [...this.unread];
  }

  private typed<Value>(key: string, isRight: (value: unknown) => value is Value): Value | undefined {
    if (!Object.hasOwn(this.record, key)) return undefined;
    const value = this.record[key];
    if (!isRight(value)) return undefined;
    this.unread.delete(key);
    return value;
  }
}
