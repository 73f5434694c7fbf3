import { type BodyFields, textOf, textsOf } from '../tasks/body';
import { type MidjourneyFields } from './midjourney-task';

/** The work that a valid submit request names. */
export interface Submission {
  /** The action in the proxy's own words, which are not always those of a gateway. */
  readonly action: string;
  readonly prompt: string | null;
  readonly description: string;
  readonly customId?: string;
  readonly maskBase64?: string;
  /** True when the task waits for a second call. */
  readonly isModal?: boolean;
  /** A key of the operation: two submissions with the same key are the same operation (the U buttons of a grid). */
  readonly sameAs?: string;
  /** The id of the task that goes on, for the second call of a modal window. */
  readonly continues?: string;
}

export interface SubmitRefusal {
  readonly code: number;
  readonly description: string;
}

type FindTask = (id: string) => MidjourneyFields | undefined;
type Reader = (fields: BodyFields, find: FindTask, options: ReaderOptions) => Submission | SubmitRefusal;

interface ReaderOptions {
  /** True when the proxy's account asks for the prompt again before variations, pans and rerolls. */
  readonly isRemix: boolean;
}

function invalid(description: string): SubmitRefusal {
  return { code: 4, description };
}

const NOT_FOUND: SubmitRefusal = { code: 3, description: 'related task not found or expired' };
const DATA_URL = /^data:image\/[a-z+]+;base64,/;
const CHANGEABLE: ReadonlySet<string> = new Set(['IMAGINE', 'VARIATION', 'REROLL', 'BLEND']);
const SHORT_ACTIONS: Readonly<Record<string, string>> = { U: 'UPSCALE', V: 'VARIATION', R: 'REROLL' };

function areImages(images: readonly string[]): boolean {
  return images.every(image => DATA_URL.test(image));
}

const imagine: Reader = fields => {
  const prompt = textOf(fields, 'prompt').trim();
  if (prompt === '') return invalid('prompt must not be empty');
  if (!areImages(textsOf(fields, 'base64Array'))) return invalid('base64Array format error');
  return { action: 'IMAGINE', prompt, description: `/imagine ${prompt}` };
};

const describe: Reader = fields => {
  const image = textOf(fields, 'base64');
  if (image === '' && textOf(fields, 'link') === '') return invalid('base64 must not be empty');
  if (image !== '' && !DATA_URL.test(image)) return invalid('base64 format error');
  return { action: 'DESCRIBE', prompt: null, description: '/describe image.png' };
};

const blend: Reader = fields => {
  const images = textsOf(fields, 'base64Array');
  if (images.length < 2 || images.length > 5) return invalid('base64Array needs 2 to 5 images');
  if (!areImages(images)) return invalid('base64Array format error');
  const dimensions = textOf(fields, 'dimensions');
  if (!['', 'PORTRAIT', 'SQUARE', 'LANDSCAPE'].includes(dimensions)) return invalid('dimensions are wrong');
  return { action: 'BLEND', prompt: null, description: `/blend ${images.length}` };
};

const change: Reader = (fields, find) =>
  changed(textOf(fields, 'taskId'), textOf(fields, 'action'), fields.index, find);

const simpleChange: Reader = (fields, find) => {
  const [, id = '', letter = '', index] = /^(\S+) ([uvr])([1-4]?)$/i.exec(textOf(fields, 'content')) ?? [];
  const action = SHORT_ACTIONS[letter.toUpperCase()];
  if (action === undefined) return invalid('content format error');
  return changed(id, action, index === '' ? undefined : Number(index), find);
};

function changed(id: string, action: string, index: unknown, find: FindTask): Submission | SubmitRefusal {
  if (id === '') return invalid('taskId must not be empty');
  if (!['UPSCALE', 'VARIATION', 'REROLL'].includes(action)) return invalid('action is wrong');
  const isIndexed = action !== 'REROLL';
  if (isIndexed && !(typeof index === 'number' && index >= 1 && index <= 4)) return invalid('index is wrong');
  const origin = find(id);
  if (!origin) return NOT_FOUND;
  if (origin.status !== 'SUCCESS') return invalid('related task is not finished');
  if (!CHANGEABLE.has(origin.action)) return invalid('related task cannot be changed');
  const short = isIndexed ? `${action[0]}${index}` : 'R';
  const key = `${id} ${short}`;
  return {
    action,
    prompt: origin.prompt,
    description: `/up ${key}`,
    ...(action === 'UPSCALE' && { sameAs: key }),
  };
}

/** Patterns of buttons, of which the first that fits counts; source: the table of custom ids of the Plus builds. */
const verbs: readonly (readonly [pattern: RegExp, action: string, window?: 'always' | 'remix'])[] = [
  [/^MJ::Outpaint::(50|75|100)::/, 'OUTPAINT'],
  [/^MJ::CustomZoom::/, 'ZOOM', 'always'],
  [/^MJ::Inpaint::/, 'INPAINT', 'always'],
  [/^MJ::Picread::Retry/, 'DESCRIBE'],
  [/^MJ::Job::PicReader::[1-4]/, 'PIC_READER', 'always'],
  [/^MJ::Job::PromptAnalyzer::[1-5]/, 'SHORTEN', 'always'],
  [/^MJ::JOB::animate_(low|high)_extend::/, 'VIDEO_EXTEND'],
  [/^MJ::JOB::animate_(low|high)::/, 'VIDEO'],
  [/^MJ::JOB::video_virtual_upscale::/, 'UPSCALE'],
  [/^MJ::JOB::upsample_\w+::1::/, 'UPSCALE_HD'],
  [/^MJ::JOB::upsample::[1-4]::/, 'UPSCALE'],
  [/^MJ::JOB::(high_|low_)?variation::[1-4]::/, 'VARIATION', 'remix'],
  [/^MJ::JOB::reroll::0::/, 'REROLL', 'remix'],
  [/^MJ::JOB::pan_(left|right|up|down)::/, 'PAN', 'remix'],
];

const action: Reader = (fields, find, options) => {
  const id = textOf(fields, 'taskId');
  const customId = textOf(fields, 'customId');
  if (id === '' || customId === '') return invalid('taskId and customId must not be empty');
  const origin = find(id);
  if (!origin) return NOT_FOUND;
  const [, verb, window] = verbs.find(([pattern]) => pattern.test(customId)) ?? [];
  if (verb === undefined) return invalid('customId is wrong');
  return {
    action: verb,
    prompt: origin.prompt,
    description: `/action ${id} ${customId}`,
    customId,
    isModal: window === 'always' || (window === 'remix' && options.isRemix),
    ...(verb === 'UPSCALE' && { sameAs: `${id} ${customId}` }),
  };
};

const modal: Reader = (fields, find) => {
  const id = textOf(fields, 'taskId');
  const origin = find(id);
  if (!origin) return NOT_FOUND;
  if (origin.status !== 'MODAL') return invalid('the task waits for no window');
  const maskBase64 = textOf(fields, 'maskBase64');
  if (origin.action === 'INPAINT' && !maskBase64.startsWith('data:image/png;base64,'))
    return invalid('mask is missing');
  const prompt = textOf(fields, 'prompt') || origin.prompt;
  return {
    action: origin.action,
    prompt,
    description: `/modal ${id}`,
    continues: id,
    ...(maskBase64 && { maskBase64 }),
  };
};

/** A reader for routes that require only a prompt or one other text. */
function needing(verb: string, names: readonly string[]): Reader {
  return fields => {
    const missing = names.find(name => textOf(fields, name) === '');
    if (missing !== undefined) return invalid(`${missing} must not be empty`);
    const prompt = textOf(fields, 'prompt') || null;
    return { action: verb, prompt, description: `/${verb.toLowerCase()} ${prompt ?? ''}`.trimEnd() };
  };
}

const video: Reader = (fields, find) => {
  if (textOf(fields, 'action') === 'extend') {
    const origin = find(textOf(fields, 'taskId'));
    return origin
      ? { action: 'VIDEO_EXTEND', prompt: origin.prompt, description: `/video extend ${origin.id}` }
      : NOT_FOUND;
  }
  const prompt = textOf(fields, 'prompt') || null;
  if (prompt === null && textOf(fields, 'image') === '') return invalid('prompt or image is needed');
  if (!['low', 'high'].includes(textOf(fields, 'motion'))) return invalid('motion is wrong');
  return { action: 'VIDEO', prompt, description: `/video ${prompt ?? ''}`.trimEnd() };
};

const swapFace: Reader = fields => {
  const has = (name: string): boolean => textOf(fields, `${name}Base64`) !== '' || textOf(fields, `${name}Url`) !== '';
  if (!has('source') || !has('target')) return invalid('source and target must not be empty');
  return { action: 'SWAP_FACE', prompt: null, description: '/swap' };
};

/** A reader for the form in which videos are sent. */
const swapFaceInVideo: Reader = fields => {
  if (textOf(fields, 'source') === '' || textOf(fields, 'target') === '')
    return invalid('source and target are needed');
  return { action: 'SWAP_VIDEO_FACE', prompt: null, description: '/video-swap' };
};

/** The readers of the routes that every proxy has. */
export const originalReaders: Readonly<Record<string, Reader>> = {
  'submit/imagine': imagine,
  'submit/change': change,
  'submit/simple-change': simpleChange,
  'submit/describe': describe,
  'submit/blend': blend,
};

/** The readers of the routes that the Plus builds and their forks have besides. */
export const plusReaders: Readonly<Record<string, Reader>> = {
  ...originalReaders,
  'submit/action': action,
  'submit/modal': modal,
  'submit/shorten': needing('SHORTEN', ['prompt']),
  'submit/edits': needing('EDIT', ['prompt', 'image']),
  'submit/edit': needing('EDIT', ['prompt', 'image']),
  'submit/retexture': needing('RETEXTURE', ['prompt', 'image']),
  'submit/video': video,
  'insight-face/swap': swapFace,
  'insight-face/video-swap': swapFaceInVideo,
};
