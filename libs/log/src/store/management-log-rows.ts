import { Injectable } from '@nestjs/common';
import { LogType } from '@contracts';
import { ManagementLog, type ManagementEntry } from '@platform';
import { type EntityManager } from 'typeorm';
import { LogStore } from './log.store';
import { sentenceFields } from './sentence-fields';

/** Characters that are kept of one value; a whole page of HTML in a log row would bury the other values. */
const VALUE_LENGTH_MAX = 2000;

/**
 * Writes administrative changes as log rows of type 3. Only administrators see who made the change, not the owner of
 * the row.
 */
@Injectable()
export class ManagementLogRows extends ManagementLog {
  constructor(private readonly logs: LogStore) {
    super();
  }

  async record(manager: EntityManager, entry: ManagementEntry): Promise<void> {
    const { userId, username, said, actor, target, reason, movement } = entry;
    const admin_info = {
      actor: actor.username,
      actor_id: actor.id,
      actor_ip: actor.clientIp,
      target,
      before: clipped(entry.before),
      after: clipped(entry.after),
      reason,
      movement,
    };
    // The address belongs to the actor: it is shown on a row only where the row is the actor's own.
    const clientIp = actor.id === userId ? actor.clientIp : undefined;
    await this.logs.append(manager, {
      userId,
      username,
      clientIp,
      type: LogType.Admin,
      ...sentenceFields(said, { admin_info }),
    });
  }
}

function clipped(values: ManagementEntry['before']): ManagementEntry['before'] {
  if (values === undefined) return undefined;
  const clip = (value: unknown): unknown =>
    typeof value === 'string' && value.length > VALUE_LENGTH_MAX ? `${value.slice(0, VALUE_LENGTH_MAX)}…` : value;
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, clip(value)]));
}
