import { splitLines, type ChannelKeyView, type LogSaying } from '@contracts';
import { AppError, toSeconds } from '@kernel';
import { Injectable } from '@nestjs/common';
import { ManagementLog, SecretBox, UnitOfWork, type Actor, type ManagementEntry } from '@platform';
import { type EntityManager } from 'typeorm';
import { type CatalogKey } from '../catalog/catalog-key';
import { ChannelAnnouncer } from '../health/channel-announcer';
import { ChannelCatalog } from '../catalog/channel-catalog';
import { keysOf } from './channel-fields';
import { ChannelKeys } from '../keys/channel-keys';
import { channelTarget, namedChannels } from '../store/channel-names';
import { type ChannelEntity } from '../store/channel.entity';
import { ChannelStore } from '../store/channel.store';
import { KeyFaultStore, type StoredKey } from '../health/key-fault.store';

/** Length of the part of a hash that names one of a channel's keys. */
const ID_LENGTH = 16;

function named({ id, name }: ChannelEntity): LogSaying {
  return namedChannels([id], name);
}

function idOf({ keyHash }: Pick<StoredKey, 'keyHash'>): string {
  return keyHash.slice(0, ID_LENGTH);
}

/** The log text of a step, with the number of keys or the state of one of them. */
type KeyDeed = Required<Pick<ManagementEntry, 'said' | 'before' | 'after'>>;

/** What a step does to a channel with several keys. @returns null when nothing changed */
type KeyStep = (manager: EntityManager, channel: ChannelEntity, keys: readonly StoredKey[]) => Promise<KeyDeed | null>;

/** Manages the keys of a channel one by one, so that an administrator never has to see or type the others. */
@Injectable()
export class ChannelKeyService {
  constructor(
    private readonly store: ChannelStore,
    private readonly faults: KeyFaultStore,
    private readonly keys: ChannelKeys,
    private readonly catalog: ChannelCatalog,
    private readonly announcer: ChannelAnnouncer,
    private readonly unitOfWork: UnitOfWork,
    private readonly managementLog: ManagementLog,
    private readonly box: SecretBox,
  ) {}

  /** @throws AppError COMMON_RECORD_NOT_FOUND, also for a channel whose keys cannot be opened */
  list(channelId: number): readonly ChannelKeyView[] {
    const channel = this.catalog.current.byId(channelId);
    if (!channel) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return channel.keys.map(key => this.view(channelId, key));
  }

  /**
   * Adds keys at the end; a channel with one key becomes one with several.
   *
   * @throws AppError COMMON_RECORD_NOT_FOUND, CHANNEL_KEY_REQUIRED, COMMON_INVALID_INPUT
   */
  add(channelId: number, text: string, actor: Actor): Promise<readonly ChannelKeyView[]> {
    return this.change(channelId, actor, async (manager, channel, keys) => {
      const typed = splitLines(text);
      if (typed.length === 0) throw new AppError('CHANNEL_KEY_REQUIRED');
      const lines = keysOf([...keys.map(({ key }) => key), ...typed].join('\n'), channel.type);
      const added = lines.length - keys.length;
      if (added === 0) return null;
      await this.save(manager, channelId, lines);
      const said: LogSaying = { key: 'keys_added', count: added, channel: named(channel) };
      return { said, before: { keys: keys.length }, after: { keys: lines.length } };
    });
  }

  /** Enables a key that was disabled or that rests. @throws AppError COMMON_RECORD_NOT_FOUND */
  enable(channelId: number, keyId: string, actor: Actor): Promise<readonly ChannelKeyView[]> {
    return this.change(channelId, actor, async (manager, channel, keys) => {
      const { key, position } = keyOf(keys, keyId);
      this.keys.forgive(channelId, key.keyHash);
      const wasOut = await this.faults.bringBack(manager, channelId, key.keyHash);
      if (!wasOut) return null;
      const field = `key #${position}`;
      const said: LogSaying = { key: 'key_enabled', place: position, channel: named(channel) };
      return { said, before: { [field]: 'out' }, after: { [field]: 'usable' } };
    });
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND, CHANNEL_KEY_REQUIRED for the last one */
  remove(channelId: number, keyId: string, actor: Actor): Promise<readonly ChannelKeyView[]> {
    return this.change(channelId, actor, async (manager, channel, keys) => {
      const { key, position } = keyOf(keys, keyId);
      const left = keys.filter(({ keyHash }) => keyHash !== key.keyHash);
      if (left.length === 0) throw new AppError('CHANNEL_KEY_REQUIRED');
      await this.save(
        manager,
        channelId,
        left.map(other => other.key),
      );
      this.keys.forgive(channelId, key.keyHash);
      await this.faults.keepOnly(
        manager,
        channelId,
        left.map(({ keyHash }) => keyHash),
      );
      return {
        said: { key: 'key_removed', place: position, channel: named(channel) },
        before: { keys: keys.length },
        after: { keys: left.length },
      };
    });
  }

  private async change(channelId: number, actor: Actor, step: KeyStep): Promise<readonly ChannelKeyView[]> {
    await this.unitOfWork.run(async manager => {
      const channel = await this.store.lockIn(manager, channelId);
      if (!channel) throw new AppError('COMMON_RECORD_NOT_FOUND');
      const done = await step(manager, channel, this.faults.keysOf(channel));
      if (done === null) return;
      await this.managementLog.record(manager, {
        userId: actor.id,
        username: actor.username,
        actor,
        target: channelTarget([channelId]),
        ...done,
      });
    });
    await this.announcer.announce([channelId]);
    return this.list(channelId);
  }

  private async save(manager: EntityManager, channelId: number, keys: readonly string[]): Promise<void> {
    const text = keys.join('\n');
    await this.store.update(manager, channelId, {
      hasSeveralKeys: true,
      keySealed: this.box.seal('channel-key', text),
      keyHash: this.box.hash('channel-key', text),
    });
  }

  private view(channelId: number, key: CatalogKey): ChannelKeyView {
    const restsFor = Math.ceil(this.keys.waitMs(channelId, key.keyHash) / 1000);
    return {
      id: idOf(key),
      position: key.position,
      mask: key.mask,
      state: key.fault ? 'out' : restsFor > 0 ? 'resting' : 'usable',
      reason: key.fault?.reason ?? '',
      out_since: toSeconds(key.fault?.atMs ?? 0),
      rests_for: key.fault ? 0 : restsFor,
    };
  }
}

function keyOf(keys: readonly StoredKey[], keyId: string): { readonly key: StoredKey; readonly position: number } {
  const at = keys.findIndex(key => idOf(key) === keyId);
  const key = keys[at];
  if (!key) throw new AppError('COMMON_RECORD_NOT_FOUND');
  return { key, position: at + 1 };
}
