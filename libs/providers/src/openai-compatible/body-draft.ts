import { type JsonObject } from '@formats';

/**
 * A request body that copies itself on the first change: reading costs nothing, and a body that needs no change is sent
 * as the caller's bytes. Values inside are shared with the parsed body, so replace them and never write into them.
 */
export interface BodyDraft {
  /** The upstream's name of the model; an adapter may remove a suffix. */
  model: string;
  readonly fields: JsonObject;
  readonly hasChanged: boolean;
  has(key: string): boolean;
  set(key: string, value: unknown): void;
  /** Removes fields; absent fields do not count as a change. */
  drop(...keys: readonly string[]): void;
  /** Moves a value to another field, unless that field already has a value. */
  rename(from: string, to: string): void;
}

/** Opens a draft of a parsed body, which is never changed. */
export function draftOf(parsed: JsonObject, model: string): BodyDraft {
  return new CopyOnWriteDraft(parsed, model);
}

class CopyOnWriteDraft implements BodyDraft {
  private copy: Record<string, unknown> | null = null;

  constructor(
    private readonly parsed: JsonObject,
    public model: string,
  ) {}

  get fields(): JsonObject {
    return this.copy ?? this.parsed;
  }

  get hasChanged(): boolean {
    return this.copy !== null;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.fields, key);
  }

  set(key: string, value: unknown): void {
    this.writable()[key] = value;
  }

  drop(...keys: readonly string[]): void {
    for (const key of keys) if (this.has(key)) delete this.writable()[key];
  }

  rename(from: string, to: string): void {
    if (!this.has(from)) return;
    const value = this.fields[from];
    if (!this.has(to)) this.set(to, value);
    this.drop(from);
  }

  private writable(): Record<string, unknown> {
    this.copy ??= { ...this.parsed };
    return this.copy;
  }
}
