import {
  defaultText,
  isOptionKey,
  optionKeys,
  optionRow,
  refuseBeyondLimits,
  Role,
  SECRETS_SET_KEY,
  type OptionEntry,
  type OptionKey,
  type OptionValues,
  type ReadOption,
  type ShippedDefaults,
} from '@contracts';
import { AppError, FreshRun } from '@kernel';
import {
  isUniqueViolation,
  type Actor,
  type ChangeNotices,
  type Config,
  type EventBus,
  type Logger,
  type ManagementLog,
  type SecretBox,
  type UnitOfWork,
} from '@platform';
import { type EntityManager } from 'typeorm';
import { type ChangeRecorder, type OptionTexts } from './change-recorder';
import { buildSnapshot, changedKeys, type OptionSnapshot, type SnapshotSources } from './option-snapshot';
import { readOption, refusalError } from './option-text';
import { type OptionStore } from './option.store';
import { optionChange } from './option-change';
import { checkSwitch, keysConsulted } from './switch-rules';

export interface OptionsParts {
  readonly store: OptionStore;
  readonly unitOfWork: UnitOfWork;
  readonly managementLog: ManagementLog;
  readonly events: EventBus;
  readonly notices: ChangeNotices;
  readonly box: SecretBox;
  readonly logger: Logger;
  readonly shipped: ShippedDefaults;
  readonly config: Pick<Config, 'publicUrl' | 'rootOnlyOptions'>;
}

interface PlannedWrite {
  readonly actor: Actor;
  readonly origin: string;
  readonly decide: (stored: OptionTexts) => OptionTexts;
  readonly keys: readonly OptionKey[];
}

/** How often a unit is repeated when another node was faster. */
const REPEATS_MAX = 10;

async function repeatedIfOutrun<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await run();
    } catch (error) {
      if (repeat === REPEATS_MAX || !isUniqueViolation(error)) throw error;
    }
  }
}

/** The topic under which nodes notify each other that an option changed. */
const NOTICE = 'option';

/**
 * The settings an administrator may change, as one immutable typed snapshot in memory. Read `current` at the time of use
 * and keep the object for as long as one decision must not see two states.
 */
export class Options {
  private readonly refresh = new FreshRun(() => this.readAnew());
  private readonly sources: SnapshotSources;
  private snapshot: OptionSnapshot;
  private revisionNumber = 1;
  private recorder: ChangeRecorder | null = null;

  private constructor(
    private readonly parts: OptionsParts,
    stored: ReadonlyMap<string, string>,
  ) {
    const { shipped, box, logger, config } = parts;
    this.sources = { shipped, box, logger, publicUrl: config.publicUrl };
    this.snapshot = buildSnapshot(stored, null, this.sources);
    parts.notices.subscribe(NOTICE, () => {
      this.reload().catch((error: unknown) => logger.warn({ err: error }, 'the options could not be read again'));
    });
  }

  /** Reads the table for the first time; options are never used before they were loaded. */
  static async load(parts: OptionsParts): Promise<Options> {
    return new Options(parts, await parts.store.loadAll());
  }

  /** The parsed values of all options, replaced as a whole. */
  get current(): OptionValues {
    return this.snapshot.values;
  }

  /** A number that grows with every change; values that are derived from the options compare it. */
  get revision(): number {
    return this.revisionNumber;
  }

  /** The text of an option as the console edits it; a secret has none. */
  textOf(key: OptionKey): string {
    return optionRow(key).secret ? '' : this.snapshot.texts[key];
  }

  /** The text that an option has until somebody changes it. */
  shippedText(key: OptionKey): string {
    return defaultText(key, this.parts.shipped);
  }

  /**
   * Reads the table again and replaces the snapshot when something differs. It also runs as a job, in case a notice was
   * lost.
   */
  reload(): Promise<void> {
    return this.refresh.run();
  }

  /**
   * Checks, stores and activates one option, here at once and on other nodes within moments, and writes the management
   * row in the same unit of work.
   *
   * @param value text, or a number or truth value that becomes text
   * @throws AppError OPTION_UNKNOWN, AUTH_FORBIDDEN, OPTION_INVALID and its exact forms, OPTION_REQUIRES_*,
   *   OPTION_LAST_LOGIN; then nothing was changed
   */
  async save(key: string, value: unknown, actor: Actor): Promise<void> {
    const { option, value: checked } = this.checked(key, value, actor);
    await this.store(option, checked.text, actor);
  }

  /**
   * The values that `current` would have after saving some options; nothing is stored.
   *
   * @param changes text by key
   * @throws AppError as `save` does, except for switches, which depend on other options
   */
  proposed(changes: Readonly<Record<string, unknown>>, actor: Pick<Actor, 'role'>): OptionValues {
    const values: Record<string, unknown> = { ...this.current };
    for (const [key, value] of Object.entries(changes)) {
      const { option, value: checked } = this.checked(key, value, actor);
      values[option] = checked.value;
    }
    // Every key was there before, each with the value that its own row describes.
    return Object.freeze(values) as unknown as OptionValues;
  }

  /**
   * Stores several options together, all or none; what they become is decided from what is stored at that moment.
   *
   * @param decide the new texts by key, made of the stored ones; keys that it leaves out stay as they are
   * @throws AppError as `save` does, and whatever `decide` throws; then nothing was changed
   */
  async saveTogether(
    keys: readonly OptionKey[],
    { actor, origin }: { readonly actor: Actor; readonly origin: string },
    decide: (stored: OptionTexts) => OptionTexts,
  ): Promise<void> {
    const checked = (stored: OptionTexts): OptionTexts =>
      Object.fromEntries(
        Object.entries(decide(stored)).map(([key, text]) => [key, this.checked(key, text, actor).value.text]),
      );
    await this.write(actor, origin, checked, keys);
  }

  /** Names who writes something beside each change of some options. */
  recordWith(recorder: ChangeRecorder): void {
    this.recorder = recorder;
  }

  /** Puts the shipped default back. */
  async reset(key: OptionKey, actor: Actor): Promise<void> {
    this.requireRole(key, actor);
    await this.store(key, readOption(key, defaultText(key, this.parts.shipped)).text, actor);
  }

  /** Every option as text, by key; secrets are left out, and one extra entry names those that have a value. */
  list(): readonly OptionEntry[] {
    const { texts } = this.snapshot;
    const open = optionKeys.filter(key => !optionRow(key).secret).map(key => ({ key, value: texts[key] }));
    const set = optionKeys.filter(key => optionRow(key).secret && texts[key] !== '').sort();
    const entries: OptionEntry[] = [...open, { key: SECRETS_SET_KEY, value: JSON.stringify(set) }];
    return entries.sort((left, right) => (left.key < right.key ? -1 : 1));
  }

  private checked(key: string, value: unknown, actor: Pick<Actor, 'role'>): { option: OptionKey; value: ReadOption } {
    if (!isOptionKey(key)) throw new AppError('OPTION_UNKNOWN');
    this.requireRole(key, actor);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw new AppError('OPTION_INVALID', { params: { key } });
    }
    const option = readOption(key, String(value));
    const refusal = refuseBeyondLimits(key, option.value);
    if (refusal) throw refusalError(refusal);
    return { option: key, value: option };
  }

  private requireRole(key: OptionKey, actor: Pick<Actor, 'role'>): void {
    const row = optionRow(key);
    const isRootOnly = row.minRole === Role.Root || (row.sensitive && this.parts.config.rootOnlyOptions);
    if (actor.role < (isRootOnly ? Role.Root : Role.Admin)) throw new AppError('AUTH_FORBIDDEN');
  }

  private async store(key: OptionKey, text: string, actor: Actor): Promise<void> {
    await this.write(actor, 'option', () => ({ [key]: text }), [key]);
  }

  /** Stores texts that are decided from the stored ones, in one unit of work. */
  private async write(
    actor: Actor,
    origin: string,
    decide: (stored: OptionTexts) => OptionTexts,
    keys: readonly OptionKey[],
  ): Promise<void> {
    const { unitOfWork, notices } = this.parts;
    const unit = (manager: EntityManager) => this.writeIn(manager, { actor, origin, decide, keys });
    const written = await repeatedIfOutrun(() => unitOfWork.run(unit));
    if (written.length === 0) return;
    await this.reload();
    for (const key of written) await notices.publish(NOTICE, key);
    const { username: actorName, clientIp } = actor;
    for (const key of written.filter(changed => optionRow(changed).sensitive)) {
      this.parts.events.publish('option.sensitiveSaved', { key, actorName, clientIp });
    }
  }

  private async writeIn(
    manager: EntityManager,
    { actor, origin, decide, keys }: PlannedWrite,
  ): Promise<readonly OptionKey[]> {
    const { store, managementLog } = this.parts;
    const { recorder } = this;
    const isRecorded = recorder !== null && keys.some(key => recorder.keys.includes(key));
    const last = isRecorded ? await recorder.lastOf(manager) : 0;
    const before = await this.textsIn(manager, isRecorded ? [...new Set([...keys, ...recorder.keys])] : keys);
    const texts = Object.entries(decide(before)) as [OptionKey, string][]; // the keys of OptionTexts
    const { id: userId, username } = actor;
    for (const [key, text] of texts) {
      await this.checkSwitch(manager, key, text);
      await store.save(manager, key, this.sealed(key, text));
      const said = optionChange(key, { before: before[key] ?? '', after: text });
      await managementLog.record(manager, { userId, username, actor, ...said });
    }
    const after = { ...before, ...Object.fromEntries(texts) };
    if (isRecorded && texts.length > 0) await recorder.record(manager, { before, after, actor, origin, last });
    return texts.map(([key]) => key);
  }

  /** The texts as this unit of work sees them; of secrets, which are sealed there, those of the snapshot. */
  private async textsIn(manager: EntityManager, keys: readonly OptionKey[]): Promise<OptionTexts> {
    const stored = await this.parts.store.loadSome(manager, keys);
    const textOf = (key: OptionKey): string =>
      optionRow(key).secret ? this.snapshot.texts[key] : (stored.get(key) ?? this.snapshot.texts[key]);
    return Object.fromEntries(keys.map(key => [key, textOf(key)]));
  }

  private sealed(key: OptionKey, text: string): string {
    return optionRow(key).secret === true && text !== '' ? this.parts.box.seal('service-secret', text) : text;
  }

  private async checkSwitch(manager: EntityManager, key: OptionKey, text: string): Promise<void> {
    const consulted = keysConsulted(key);
    if (consulted.length === 0) return;
    const stored = await this.parts.store.loadSome(manager, consulted);
    checkSwitch(key, text, other => stored.get(other) ?? defaultText(other, this.parts.shipped));
  }

  private async readAnew(): Promise<void> {
    const before = this.snapshot;
    const after = buildSnapshot(await this.parts.store.loadAll(), before, this.sources);
    const keys = changedKeys(before, after);
    if (keys.length === 0) return;
    this.snapshot = after;
    this.revisionNumber += 1;
    this.parts.events.publish('option.changed', { keys });
  }
}
