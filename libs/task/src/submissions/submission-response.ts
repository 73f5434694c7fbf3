import { type SubmissionResult } from '@providers';
import { type TaskResponse } from '../http/task-router';

/** The response of the provider's own route. */
export function responseOf({ status, body, dropped }: SubmissionResult): TaskResponse {
  return { status, body, headers: droppedHeader(dropped) };
}

/** The header with the names of dropped fields, without characters that a header cannot contain. */
export function droppedHeader(names: readonly string[]): Readonly<Record<string, string>> {
  return names.length === 0 ? {} : { 'x-sluice-dropped': names.map(name => name.replace(/[^\w.[\]-]/g, '')).join(',') };
}
