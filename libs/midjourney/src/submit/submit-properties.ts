import { isHttpUrl } from '@contracts';
import { type JsonObject } from '@kernel';
import { type TaskRow } from '@task';
import { asWritten } from '../read-json';
import { type ImageTaskRequest } from './submit-routes';

const PROMPT_LENGTH_MAX = 8000;
const STATE_LENGTH_MAX = 255;
const WORD_LENGTH_MAX = 64;
const HOOK_LENGTH_MAX = 2000;
const INLINE_DATA = /data:[\w.+-]+\/[\w.+-]+;base64,[A-Za-z0-9+/=_-]*/g;

/** What a row remembers of its order. */
export interface MidjourneyProperties {
  readonly prompt: string;
  readonly state: string;
  readonly customId: string;
  readonly botType: string;
}

/** What the row keeps of a call: nothing large, and no image that was sent along. */
export function propertiesOf(body: JsonObject, demand: ImageTaskRequest, parent: TaskRow | null): JsonObject {
  const state = asWritten(body.state).slice(0, STATE_LENGTH_MAX);
  const botType = asWritten(body.botType).slice(0, WORD_LENGTH_MAX);
  const prompt = demand.prompt ?? (parent ? midjourneyProperties(parent).prompt : '');
  return {
    ...demand.facts,
    prompt: withoutInlineData(prompt).slice(0, PROMPT_LENGTH_MAX),
    ...(state !== '' && { state }),
    ...(botType !== '' && { botType }),
    ...(demand.parentId !== null && { taskId: demand.parentId.slice(0, STATE_LENGTH_MAX) }),
  };
}

/** The same, read back. */
export function midjourneyProperties(row: Pick<TaskRow, 'properties'>): MidjourneyProperties {
  const stored = JSON.parse(row.properties) as Partial<MidjourneyProperties> | null;
  return {
    prompt: stored?.prompt ?? '',
    state: stored?.state ?? '',
    customId: stored?.customId ?? '',
    botType: stored?.botType ?? '',
  };
}

/** The caller's own hook; null for none, and for what is no address. */
export function hookUrlOf(body: JsonObject): string | null {
  const hook = asWritten(body.notifyHook).trim();
  return hook.length <= HOOK_LENGTH_MAX && isHttpUrl(hook) ? hook : null;
}

function withoutInlineData(text: string): string {
  return text.replace(INLINE_DATA, 'data:…');
}
