import { type TaskFilter } from '@task';

/** The texts of a query on drawings. */
export interface MidjourneyQueryTexts {
  readonly channel_id?: string;
  readonly mj_id?: string;
  /** Unix milliseconds. */
  readonly start_timestamp?: string;
  readonly end_timestamp?: string;
}

/** Whose drawings: everybody's for administrators, one person's otherwise, who then cannot ask for a channel. */
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

/** The number under that name; nothing for 0 and for what is no number. */
function named(name: 'channelId' | 'fromMs' | 'toMs', text: string | undefined): Partial<TaskFilter> {
  const value = /^\d{1,15}$/.test(text?.trim() ?? '') ? Number(text) : 0;
  return value > 0 ? { [name]: value } : {};
}
