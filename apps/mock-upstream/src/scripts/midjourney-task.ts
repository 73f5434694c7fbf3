import { type Stage } from '../tasks/task-life';

/** A button under an image; source: the Plus builds of the Midjourney proxy. */
export interface MidjourneyButton {
  readonly customId: string;
  readonly emoji: string;
  readonly label: string;
  readonly type: number;
  readonly style: number;
}

/**
 * The task object of a Midjourney proxy; times in milliseconds. The fields after `properties` exist in Plus builds
 * only.
 */
export interface MidjourneyFields {
  readonly id: string;
  readonly action: string;
  readonly status: string;
  readonly prompt: string | null;
  readonly promptEn: string | null;
  readonly description: string;
  readonly state: string;
  readonly submitTime: number | null;
  readonly startTime: number | null;
  readonly finishTime: number | null;
  readonly progress: string;
  readonly imageUrl: string | null;
  readonly failReason: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly buttons?: readonly MidjourneyButton[];
  readonly customId?: string;
  readonly botType?: string;
  readonly maskBase64?: string | null;
  readonly mode?: string;
  readonly videoUrl?: string;
  readonly videoUrls?: readonly { readonly url: string }[];
}

export type MidjourneyStage = Stage<MidjourneyFields>;

export const MIDJOURNEY_INSTANCE = '1118000000000000001';
/** The part of each button that belongs to one image. */
export const IMAGE_UUID = '7c1e0d4a-1b2c-4d3e-8f90-aabbccddeeff';

const BEFORE_START: ReadonlySet<string> = new Set(['', 'NOT_START', 'SUBMITTED', 'MODAL']);
const FINAL: ReadonlySet<string> = new Set(['SUCCESS', 'FAILURE', 'CANCEL']);
const INSTANT: ReadonlySet<string> = new Set(['UPSCALE', 'DESCRIBE', 'SHORTEN', 'SWAP_FACE']);
const GRIDS: ReadonlySet<string> = new Set(['IMAGINE', 'VARIATION', 'REROLL', 'BLEND', 'PAN', 'OUTPAINT', 'ZOOM']);
const CLIPS = [0, 1, 2, 3] as const;

export function isEnded({ status }: Pick<MidjourneyFields, 'status'>): boolean {
  return FINAL.has(status);
}

/** The usual stages of a task, one per poll. */
export function midjourneyStages(action: string): readonly MidjourneyStage[] {
  const submitted = { status: 'SUBMITTED', progress: '0%' };
  const done = { status: 'SUCCESS', progress: '100%' };
  if (INSTANT.has(action)) return [submitted, done];
  return [submitted, { status: 'IN_PROGRESS', progress: '31%' }, { status: 'IN_PROGRESS', progress: '78%' }, done];
}

/** A new task as the proxy stores it. */
export function newMidjourneyTask(
  id: string,
  fields: Pick<MidjourneyFields, 'action' | 'prompt'> & Partial<MidjourneyFields>,
): MidjourneyFields {
  return {
    id,
    status: 'SUBMITTED',
    promptEn: fields.prompt,
    description: '',
    state: '',
    submitTime: Date.now(),
    startTime: null,
    finishTime: null,
    progress: '0%',
    imageUrl: null,
    failReason: null,
    properties: { discordInstanceId: MIDJOURNEY_INSTANCE, finalPrompt: '', finalZhPrompt: '' },
    ...fields,
  };
}

/** Completes a state: times, image or preview, and in Plus builds buttons and videos. */
export function arrangeMidjourneyTask(
  fields: MidjourneyFields,
  stage: Partial<MidjourneyFields>,
  options: { readonly filesUrl: string; readonly hasButtons: boolean },
): MidjourneyFields {
  const hasStarted = !BEFORE_START.has(fields.status);
  return {
    ...fields,
    ...(hasStarted && { startTime: fields.startTime ?? Date.now() }),
    ...(FINAL.has(fields.status) && { finishTime: Date.now() }),
    ...(fields.status === 'IN_PROGRESS' && { imageUrl: previewOf(fields, options.filesUrl) }),
    ...(fields.status === 'SUCCESS' && resultOf(fields, options)),
    ...stage,
  };
}

/** The address of a preview. Previews change with every step, which makes caching them wrong. */
function previewOf(fields: MidjourneyFields, filesUrl: string): string | null {
  const percent = fields.progress.replace('%', '');
  return percent === '' || percent === '0' ? null : `${filesUrl}/${fields.id}-${percent}.webp`;
}

function resultOf(
  fields: MidjourneyFields,
  options: { readonly filesUrl: string; readonly hasButtons: boolean },
): Partial<MidjourneyFields> {
  const video = (clip: number): string => `${options.filesUrl}/${fields.id}-${clip}.mp4`;
  return {
    imageUrl: `${options.filesUrl}/${fields.id}.png`,
    properties: { ...fields.properties, finalPrompt: finalPromptOf(fields) },
    ...(options.hasButtons && { buttons: buttonsOf(fields.action) }),
    ...(fields.action === 'SWAP_VIDEO_FACE' && { videoUrl: video(0) }),
    ...(fields.action.startsWith('VIDEO') && {
      videoUrl: video(0),
      videoUrls: CLIPS.map(clip => ({ url: video(clip) })),
    }),
  };
}

function finalPromptOf(fields: MidjourneyFields): string {
  switch (fields.action) {
    case 'DESCRIBE':
      return ['1️⃣ a paper boat', '2️⃣ a small boat', '3️⃣ a toy on water', '4️⃣ origami at dawn'].join('\n\n');
    case 'SHORTEN':
      return ['1. paper boat, dawn', '2. paper boat', '3. boat, dawn', '4. boat', '5. dawn'].join('\n');
    default:
      return fields.promptEn ?? '';
  }
}

function button(customId: string, label: string, emoji = ''): MidjourneyButton {
  return {
    customId,
    emoji,
    label,
    type: 2,
    style: 2,
  };
}

function job(verb: string, index: number, tail = ''): string {
  return `MJ::JOB::${verb}::${index}::${IMAGE_UUID}${tail}`;
}

const QUARTERS = [1, 2, 3, 4] as const;

/** The buttons under a finished task, by its action. */
export function buttonsOf(action: string): readonly MidjourneyButton[] {
  if (GRIDS.has(action)) {
    return [
      ...QUARTERS.map(index => button(job('upsample', index), `U${index}`)),
      button(job('reroll', 0, '::SOLO'), '', '🔄'),
      ...QUARTERS.map(index => button(job('variation', index), `V${index}`)),
    ];
  }
  if (action === 'UPSCALE') return upscaleButtons();
  if (action === 'DESCRIBE') return QUARTERS.map(index => button(`MJ::Job::PicReader::${index}`, `${index}️⃣`));
  if (action === 'SHORTEN') {
    return [...QUARTERS, 5].map(index => button(`MJ::Job::PromptAnalyzer::${index}`, `${index}️⃣`));
  }
  return [];
}

function upscaleButtons(): readonly MidjourneyButton[] {
  const solo = `1::${IMAGE_UUID}::SOLO`;
  return [
    button(job('upsample_v6_2x_subtle', 1, '::SOLO'), 'Upscale (Subtle)', 'upscale_1'),
    button(job('upsample_v6_2x_creative', 1, '::SOLO'), 'Upscale (Creative)', 'upscale_1'),
    button(job('low_variation', 1, '::SOLO'), 'Vary (Subtle)', '🪄'),
    button(job('high_variation', 1, '::SOLO'), 'Vary (Strong)', '🪄'),
    button(`MJ::Inpaint::${solo}`, 'Vary (Region)', '🖌️'),
    button(`MJ::Outpaint::50::${solo}`, 'Zoom Out 2x', '🔍'),
    button(`MJ::Outpaint::75::${solo}`, 'Zoom Out 1.5x', '🔍'),
    button(`MJ::CustomZoom::${IMAGE_UUID}`, 'Custom Zoom', '🔍'),
    ...['left', 'right', 'up', 'down'].map(way => button(job(`pan_${way}`, 1, '::SOLO'), '', arrows[way] ?? '')),
    button(`MJ::BOOKMARK::${IMAGE_UUID}`, '', '❤️'),
  ];
}

const arrows: Readonly<Record<string, string>> = { left: '⬅️', right: '➡️', up: '⬆️', down: '⬇️' };
