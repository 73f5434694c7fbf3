import { type TaskFilter } from '@task';

/** The query parameters of the image task lists, as text. */
export interface MidjourneyQueryTexts {
  readonly channel_id?: string;
  readonly mj_id?: string;
  /** Unix milliseconds. */
  readonly start_timestamp?: string;
  readonly end_timestamp?: string;
}

/**
 * Whose image tasks are listed: all of them for administrators, otherwise those of one user, who cannot filter by
 * channel.
 */
export type MidjourneyScope = { readonly kind: 'all' } | { readonly kind: 'own'; readonly userId: number };

export function midjourneyFilter(query: MidjourneyQueryTexts, scope: MidjourneyScope): TaskFilter {
  const taskId = query.mj_id?.trim() ?? '';
  return {
    platforms: ['mj'],
    ...(scope.kind === 'own' && { userId: scope.userId }),
    ...(scope.kind === 'all' && named('channelId', query.channel_id)),
    ...(taskId !== '' && { taskId }),
    ...named('fromMs', query.start_timestamp),
    ...named('toMs', query.end_timestamp),
  };
}

/** A filter with the parsed number under `name`; empty for 0 and for text that is not a number. */
function named(name: 'channelId' | 'fromMs' | 'toMs', text: string | undefined): Partial<TaskFilter> {
  const value = /^\d{1,15}$/.test(text?.trim() ?? '') ? Number(text) : 0;
  return value > 0 ? { [name]: value } : {};
}
