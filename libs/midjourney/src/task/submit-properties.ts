import { isHttpUrl } from '@contracts';
import { type JsonObject } from '@kernel';
import { type TaskRow } from '@task';
import { asWritten } from './read-json';
import { type ImageTaskRequest } from './submit-routes';

const PROMPT_LENGTH_MAX = 8000;
const STATE_LENGTH_MAX = 255;
const WORD_LENGTH_MAX = 64;
const HOOK_LENGTH_MAX = 2000;
const INLINE_DATA = /data:[\w.+-]+\/[\w.+-]+;base64,[A-Za-z0-9+/=_-]*/g;

/** The properties of a submit request that its row stores. */
export interface MidjourneyProperties {
  readonly prompt: string;
  readonly state: string;
  readonly customId: string;
  readonly botType: string;
}

/** The properties to store for a submit request: texts are cut to a limit, and inline images are left out. */
export function propertiesOf(body: JsonObject, imageTask: ImageTaskRequest, parent: TaskRow | null): JsonObject {
  const state = asWritten(body.state).slice(0, STATE_LENGTH_MAX);
  const botType = asWritten(body.botType).slice(0, WORD_LENGTH_MAX);
  const prompt = imageTask.prompt ?? (parent ? midjourneyProperties(parent).prompt : '');
  return {
    ...imageTask.facts,
    prompt: withoutInlineData(prompt).slice(0, PROMPT_LENGTH_MAX),
    ...(state !== '' && { state }),
    ...(botType !== '' && { botType }),
    ...(imageTask.parentId !== null && { taskId: imageTask.parentId.slice(0, STATE_LENGTH_MAX) }),
  };
}

/** The stored properties of a row; absent ones are empty. */
export function midjourneyProperties(row: Pick<TaskRow, 'properties'>): MidjourneyProperties {
  const stored = JSON.parse(row.properties) as Partial<MidjourneyProperties> | null;
  return {
    prompt: stored?.prompt ?? '',
    state: stored?.state ?? '',
    customId: stored?.customId ?? '',
    botType: stored?.botType ?? '',
  };
}

/** The caller's own hook; null when there is none or when it is not a web address. */
export function hookUrlOf(body: JsonObject): string | null {
  const hook = asWritten(body.notifyHook).trim();
  return hook.length <= HOOK_LENGTH_MAX && isHttpUrl(hook) ? hook : null;
}

function withoutInlineData(text: string): string {
  return text.replace(INLINE_DATA, 'data:…');
}
