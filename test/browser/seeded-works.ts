/** A task that a user submitted, and its outcome: columns of the table of tasks, and their times. */
export interface SeededWork {
  readonly platform: string;
  readonly channelType: number;
  readonly model_name: string;
  readonly action: string;
  readonly task_id: string;
  readonly status: string;
  readonly progress: string;
  readonly fail_reason: string;
  readonly code: number;
  readonly quota: number;
  readonly minutesAgo: number;
  readonly tookSeconds: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

const DRAWING_PROXY = 5;
const SUNO = 36;
const OPENAI = 1;

const done = { status: 'SUCCESS', progress: '100%', fail_reason: '' } as const;

function failed(reason: string) {
  return { status: 'FAILURE', progress: '0%', fail_reason: reason } as const;
}

function running(progress: string) {
  return { status: 'IN_PROGRESS', progress, fail_reason: '' } as const;
}

const waiting = { status: 'SUBMITTED', progress: '0%', fail_reason: '' } as const;

type Course = Pick<SeededWork, 'status' | 'progress' | 'fail_reason'>;

let works = 0;

/** Makes ids that look alike and are the same in every run. */
function nextId(prefix: string) {
  return `${prefix}${(1_790_000_000_000 + ++works * 7_919_333).toString()}`;
}

function drawing(action: string, prompt: string, course: Course, minutesAgo: number): SeededWork {
  const isDone = course.status === 'SUCCESS';
  const id = nextId('');
  return {
    platform: 'mj',
    channelType: DRAWING_PROXY,
    model_name: `mj_${action.toLowerCase()}`,
    action,
    task_id: id,
    ...course,
    code: 1,
    quota: 50_000,
    minutesAgo,
    tookSeconds: 24 + ((works * 37) % 70),
    properties: { prompt },
    data: isDone ? { promptEn: prompt, imageUrl: `https://cdn.example.org/${id}.png`, buttons: [] } : {},
  };
}

interface Ordered {
  readonly platform: string;
  readonly action: string;
  readonly model: string;
  readonly prompt: string;
  readonly course: Course;
  readonly minutesAgo: number;
  readonly data?: unknown;
}

function media({ platform, action, model, prompt, course, minutesAgo, data = {} }: Ordered): SeededWork {
  return {
    platform,
    channelType: platform === 'suno' ? SUNO : OPENAI,
    model_name: model,
    action,
    task_id: nextId(`${platform}-`),
    ...course,
    code: 0,
    quota: platform === 'suno' ? 50_000 : 175_000,
    minutesAgo,
    tookSeconds: 48 + ((works * 53) % 190),
    properties: { prompt },
    data,
  };
}

/** The image tasks, oldest first. */
export const DRAWINGS: readonly SeededWork[] = [
  drawing('IMAGINE', 'a lighthouse in heavy snow', done, 640),
  drawing('UPSCALE', 'a lighthouse in heavy snow', done, 636),
  drawing('DESCRIBE', 'an old map of a river delta', done, 410),
  drawing('BLEND', 'two gardens become one', done, 292),
  drawing('IMAGINE', 'portrait of a famous person', failed('The prompt was refused by the moderation.'), 188),
  drawing('IMAGINE', 'a paper boat on a lake at dawn', done, 95),
  drawing('VARIATION', 'a paper boat on a lake at dawn', done, 91),
  drawing('IMAGINE', 'a tidy workshop, isometric', running('62%'), 2),
  drawing('IMAGINE', 'a sluice gate, ink on paper', waiting, 1),
];

const LYRICS = {
  title: 'Low water',
  text: '[Verse]\nThe gate is down, the river sleeps\n\n[Chorus]\nLow water, slow water',
};

/** The songs and videos, oldest first. */
export const SONGS_AND_VIDEOS: readonly SeededWork[] = [
  media({
    ...{ platform: 'suno', action: 'LYRICS', model: 'suno_lyrics', prompt: 'a song about a sluice' },
    ...{ course: done, minutesAgo: 520, data: { id: 'low-water', status: 'complete', ...LYRICS } },
  }),
  media({
    ...{ platform: 'suno', action: 'MUSIC', model: 'suno_music', prompt: 'a song about a sluice' },
    ...{ course: done, minutesAgo: 505 },
  }),
  media({
    ...{ platform: 'kling', action: 'TEXT_TO_VIDEO', model: 'kling-v1', prompt: 'a ferry leaves the harbour' },
    ...{ course: done, minutesAgo: 333 },
  }),
  media({
    ...{ platform: 'luma', action: 'IMAGE_TO_VIDEO', model: 'ray-2', prompt: 'the image begins to move' },
    ...{ course: done, minutesAgo: 240 },
  }),
  media({
    ...{ platform: 'runway', action: 'IMAGE_TO_VIDEO', model: 'gen4_turbo', prompt: 'a slow turn around the model' },
    ...{ course: failed('The image is smaller than the model accepts.'), minutesAgo: 131 },
  }),
  media({
    ...{ platform: 'openai', action: 'TEXT_TO_VIDEO', model: 'sora-2', prompt: 'rain on a window, at night' },
    ...{ course: done, minutesAgo: 77 },
  }),
  media({
    ...{ platform: 'kling', action: 'EXTEND_VIDEO', model: 'kling-v1', prompt: 'the ferry comes back' },
    ...{ course: running('45%'), minutesAgo: 3 },
  }),
  media({
    ...{ platform: 'suno', action: 'MUSIC', model: 'suno_music', prompt: 'the same, slower' },
    ...{ course: waiting, minutesAgo: 1 },
  }),
];

/** The texts of the tasks, which stay as they are in every language. */
export const WORKS_WORDS: readonly string[] = [
  ...[...DRAWINGS, ...SONGS_AND_VIDEOS].flatMap(work => [String(work.properties.prompt), work.fail_reason]),
  LYRICS.title,
  ...LYRICS.text.split(/[[\]\n]+/),
];
