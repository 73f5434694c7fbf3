import { ChannelStatus } from '@contracts';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '@platform';
import { In, Not, type EntityManager } from 'typeorm';
import { keysIn, maskChannelKey } from '../catalog/catalog-key';
import { ChannelEntity } from '../store/channel.entity';
import { KeyFaultEntity } from '../store/key-fault.entity';

/** A key of a channel as stored. */
export interface StoredKey {
  readonly key: string;
  readonly keyHash: string;
}

/** A key that was disabled by this call. */
export interface PutOut {
  /** Position of the key, from 1. */
  readonly position: number;
  readonly mask: string;
  readonly keyCount: number;
  readonly usableCount: number;
}

export interface KeyFault {
  readonly channelId: number;
  readonly keyHash: string;
  readonly reason: string;
}

/** Finds the disabled keys. The ids of an IN list never exceed a channel's number of keys. */
@Injectable()
export class KeyFaultStore {
  constructor(private readonly box: SecretBox) {}

  /** The keys of a row with their hashes. */
  keysOf(channel: Pick<ChannelEntity, 'keySealed' | 'hasSeveralKeys'>): readonly StoredKey[] {
    const text = this.box.open('channel-key', channel.keySealed);
    return keysIn(text, channel).map(key => ({ key, keyHash: this.box.hash('channel-key', key) }));
  }

  /**
   * Disables a key once: the channel must be enabled, allow it, and still hold that key.
   *
   * @returns null when there was nothing to do
   */
  async putOut(manager: EntityManager, { channelId, keyHash, reason }: KeyFault): Promise<PutOut | null> {
    const guard = { id: channelId, status: ChannelStatus.Enabled, isAutoBan: true, hasSeveralKeys: true };
    // This statement changes nothing but takes the row's lock, so that two nodes do not both believe that a usable key
    // is left.
    await manager.update(ChannelEntity, guard, { hasSeveralKeys: true });
    const channel = await manager.findOneBy(ChannelEntity, guard);
    if (!channel) return null;
    const keys = this.keysOf(channel);
    const at = keys.findIndex(key => key.keyHash === keyHash);
    const out = await this.outHashes(manager, channelId);
    if (at === -1 || out.has(keyHash)) return null;
    await manager.insert(KeyFaultEntity, { channelId, keyHash, reason, createdAtMs: Date.now() });
    return {
      position: at + 1,
      mask: maskChannelKey(keys[at]?.key ?? ''),
      keyCount: keys.length,
      usableCount: keys.filter(key => key.keyHash !== keyHash && !out.has(key.keyHash)).length,
    };
  }

  /** Enables a key again. @returns whether it was disabled */
  async bringBack(manager: EntityManager, channelId: number, keyHash: string): Promise<boolean> {
    const { affected } = await manager.delete(KeyFaultEntity, { channelId, keyHash });
    return (affected ?? 0) > 0;
  }

  /** Enables all keys when none was usable. */
  async bringBackIfNoneIsLeft(manager: EntityManager, channel: ChannelEntity): Promise<void> {
    const out = await this.outHashes(manager, channel.id);
    if (out.size > 0 && this.keysOf(channel).every(key => out.has(key.keyHash))) await this.forget(manager, channel.id);
  }

  /** Deletes the records of keys that the channel no longer holds. */
  async keepOnly(manager: EntityManager, channelId: number, keyHashes: readonly string[]): Promise<void> {
    await manager.delete(KeyFaultEntity, { channelId, keyHash: Not(In([...keyHashes])) });
  }

  async forget(manager: EntityManager, channelId: number): Promise<void> {
    await manager.delete(KeyFaultEntity, { channelId });
  }

  private async outHashes(manager: EntityManager, channelId: number): Promise<ReadonlySet<string>> {
    const faults = await manager.findBy(KeyFaultEntity, { channelId });
    return new Set(faults.map(fault => fault.keyHash));
  }
}
