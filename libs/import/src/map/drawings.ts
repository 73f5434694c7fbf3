import { imageTaskActions, imageTaskModels, imageTaskStatuses, type ImageTaskAction } from '@contracts';
import { jsonObject, text, whole, type SourceRow } from '../source/cells';
import { type KindTable, type MapContext, type MappedRow } from '../run/target';
import { firstText, statusHere, taskRow, TASKS } from './tasks';

export const DRAWINGS: KindTable = { ...TASKS, kind: 'drawing' };

/** A drawing of Midjourney, with its buttons and the addresses of its images; null for one that does not come. */
export function mapDrawing(row: SourceRow, context: MapContext): MappedRow | null {
  const action = text(row, 'action');
  const sourceId = whole(row, 'id');
  if (!(imageTaskActions as readonly string[]).includes(action)) {
    const name = `${text(row, 'mj_id')} (${sourceId}), ${action}`;
    context.remarks.add('drawings of an action that nothing here knows; they do not come', name);
    return null;
  }
  const state = text(row, 'state');
  return taskRow(row, context, {
    id: context.ids.drawing.get(sourceId) ?? 0,
    platform: 'mj',
    taskId: text(row, 'mj_id'),
    status: statusHere(
      text(row, 'status'),
      imageTaskStatuses,
      text(row, 'status') === 'CANCEL' ? 'FAILURE' : 'SUBMITTED',
    ),
    progress: text(row, 'progress') || '0%',
    failReason: text(row, 'fail_reason'),
    submittedAtMs: whole(row, 'submit_time'),
    startedAtMs: whole(row, 'start_time'),
    finishedAtMs: whole(row, 'finish_time'),
    code: whole(row, 'code'),
    action,
    modelName: imageTaskModels[action as ImageTaskAction],
    properties: JSON.stringify({ prompt: text(row, 'prompt'), ...(state && { state }) }),
    data: JSON.stringify(reportOf(row)),
  });
}

/** What the drawing service said last, in its own words. */
function reportOf(row: SourceRow): Readonly<Record<string, unknown>> {
  const words = jsonObject(row, 'properties');
  const videos = listIn(text(row, 'video_urls'));
  return {
    promptEn: text(row, 'prompt_en'),
    description: text(row, 'description'),
    imageUrl: text(row, 'image_url'),
    buttons: listIn(text(row, 'buttons')),
    ...(text(row, 'video_url') && { videoUrl: text(row, 'video_url') }),
    ...(videos.length > 0 && { videoUrls: videos }),
    properties: { finalPrompt: firstText(words, 'finalPrompt'), finalZhPrompt: firstText(words, 'finalZhPrompt') },
  };
}

function listIn(json: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
