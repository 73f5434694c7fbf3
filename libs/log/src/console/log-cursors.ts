import { Injectable } from '@nestjs/common';
import { AppError } from '@kernel';
import { SecretBox } from '@platform';
import { type LogPage, type PageBeside } from './log-list.read-model';

/** What the pages beside a page are asked for with; empty where there is no row to go on from. */
export interface PageCursors {
  readonly next_cursor: string;
  readonly previous_cursor: string;
}

/**
 * Places of rows as texts for readers of the log. They are sealed, because the numbers of rows would show users how busy
 * the whole site is.
 */
@Injectable()
export class LogCursors {
  constructor(private readonly secrets: SecretBox) {}

  around({ ends }: LogPage): PageCursors {
    if (!ends) return { next_cursor: '', previous_cursor: '' };
    return {
      next_cursor: this.seal({ position: ends.oldest, side: 'older' }),
      previous_cursor: this.seal({ position: ends.newest, side: 'newer' }),
    };
  }

  /** @throws AppError COMMON_INVALID_INPUT for a text that is none of these */
  read(cursor: string): PageBeside {
    try {
      const [createdAtMs, id, isOlder] = JSON.parse(this.secrets.open('log-cursor', cursor)) as [
        number,
        number,
        number,
      ];
      return { position: { createdAtMs, id }, side: isOlder === 1 ? 'older' : 'newer' };
    } catch (error) {
      throw new AppError('COMMON_INVALID_INPUT', {
        cause: error,
        params: { detail: 'this cursor is not one of ours' },
      });
    }
  }

  private seal({ position: { createdAtMs, id }, side }: PageBeside): string {
    return this.secrets.seal('log-cursor', JSON.stringify([createdAtMs, id, side === 'older' ? 1 : 0]));
  }
}
