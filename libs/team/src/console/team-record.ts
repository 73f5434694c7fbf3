import { type LogSaying } from '@contracts';
import { Injectable } from '@nestjs/common';
import { ManagementLog, type Actor } from '@platform';
import { type EntityManager } from 'typeorm';

/** What was done with a team. */
export interface TeamDeed {
  readonly actor: Actor;
  readonly teamId: number;
  readonly said: LogSaying;
  /** Whose log shows it where that is not the actor. */
  readonly about?: { readonly userId: number; readonly username: string };
  /** Source id of the movement of money behind it. */
  readonly movement?: string;
}

/** Writes down who changes teams. */
@Injectable()
export class TeamRecord {
  constructor(private readonly log: ManagementLog) {}

  async write(manager: EntityManager, { actor, teamId, said, about, movement }: TeamDeed): Promise<void> {
    const { userId, username } = about ?? { userId: actor.id, username: actor.username };
    const entry = { userId, username, actor, target: `team ${teamId}`, said };
    await this.log.record(manager, movement === undefined ? entry : { ...entry, movement });
  }
}
