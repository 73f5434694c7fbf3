import { IMAGE_UUID } from '../../../apps/mock-upstream/src/index';

/**
 * Bodies as the clients of each protocol send them, composed from the protocols' descriptions. Functions where a body
 * names another task. Unknown extra fields of real clients are kept in: a gateway must let them through.
 */

/** The smallest PNG there is, as clients send images. */
export const IMAGE_DATA_URL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
export const IMAGE_BASE64 = IMAGE_DATA_URL.slice(IMAGE_DATA_URL.indexOf(',') + 1);
const IMAGE_ADDRESS = 'https://images.example.com/boat.png';
const HOOK = 'https://client.example.com/hooks/drawing';

/** Bodies of Midjourney clients. */
export const midjourneyRequests = {
  imagine: { prompt: 'a paper boat on a lake at dawn --ar 3:2', state: 'order-881', botType: 'MID_JOURNEY' },
  imagineFast: { prompt: 'a paper boat --fast --v 6', base64Array: [], notifyHook: HOOK, state: '' },
  /** A body of an image-chat front end: references, an account filter and its own fields. */
  imagineWithReferences: {
    botType: 'NIJI_JOURNEY',
    prompt: 'a paper boat like this',
    base64Array: [IMAGE_DATA_URL, IMAGE_DATA_URL],
    accountFilter: { channelId: '', instanceId: '', modes: ['RELAX'], remark: '', remix: true },
    notifyHook: HOOK,
    state: 'chat-17',
    sessionTitle: 'boats',
  },
  imagineOneReference: { prompt: 'a paper boat', base64: IMAGE_DATA_URL },
  upscale: (taskId: string) => ({ taskId, action: 'UPSCALE', index: 2 }),
  variation: (taskId: string) => ({ taskId, action: 'VARIATION', index: 3, state: 'order-882' }),
  reroll: (taskId: string) => ({ taskId, action: 'REROLL' }),
  simpleUpscale: (taskId: string) => ({ content: `${taskId} U2`, notifyHook: HOOK }),
  simpleVariation: (taskId: string) => ({ content: `${taskId} v4` }),
  simpleReroll: (taskId: string) => ({ content: `${taskId} R` }),
  describe: { base64: IMAGE_DATA_URL, botType: 'MID_JOURNEY', state: 'order-883' },
  describeByLink: { link: IMAGE_ADDRESS, language: 'EN' },
  blend: { base64Array: [IMAGE_DATA_URL, IMAGE_DATA_URL], dimensions: 'LANDSCAPE', botType: 'MID_JOURNEY' },
  shorten: { prompt: 'a very small boat of folded paper on a quiet lake at dawn', botType: 'MID_JOURNEY' },
  action: (taskId: string, customId: string) => ({ taskId, customId, notifyHook: HOOK, state: 'order-884' }),
  modalInpaint: (taskId: string) => ({ taskId, prompt: 'a lighthouse', maskBase64: IMAGE_DATA_URL }),
  modalZoom: (taskId: string) => ({ taskId, prompt: 'a paper boat --zoom 1.8' }),
  modalPlain: (taskId: string) => ({ taskId }),
  upload: { base64Array: [IMAGE_DATA_URL, IMAGE_DATA_URL], accountFilter: { modes: ['FAST'] } },
  swapFace: { sourceBase64: IMAGE_DATA_URL, targetBase64: IMAGE_DATA_URL, state: 'order-885' },
  swapFaceByLink: { sourceUrl: IMAGE_ADDRESS, targetUrl: IMAGE_ADDRESS },
  edits: { prompt: 'make it night', image: IMAGE_ADDRESS, maskBase64: IMAGE_DATA_URL },
  retexture: { prompt: 'of brass', image: IMAGE_DATA_URL },
  video: { prompt: 'the boat drifts', motion: 'low', image: IMAGE_DATA_URL, loop: true, batchSize: 2 },
  videoExtend: (taskId: string) => ({ action: 'extend', taskId, index: '1', motion: 'high' }),
  list: (...ids: readonly string[]) => ({ ids }),
} as const;

/** One button, and the action that a gateway derives from it. */
export interface MidjourneyButtonCase {
  readonly customId: string;
  /** The gateway's name of the action, which decides its price. */
  readonly action: string;
  /** The number of the image in the grid; null where the button has none. */
  readonly index: number | null;
  /** True when the button opens a window that waits for a second call, for every account. */
  readonly isWindow: boolean;
  /** True when upstreams of the main line have no such button. */
  readonly isForkOnly: boolean;
}

function solo(head: string): string {
  return `${head}::${IMAGE_UUID}::SOLO`;
}

function buttonCase(customId: string, action: string, index = 1): MidjourneyButtonCase {
  return {
    customId,
    action,
    index,
    isWindow: false,
    isForkOnly: false,
  };
}

function windowCase(customId: string, action: string): MidjourneyButtonCase {
  return {
    ...buttonCase(customId, action),
    isWindow: true,
  };
}

function forkCase(customId: string, action: string, isWindow = false): MidjourneyButtonCase {
  return {
    customId,
    action,
    index: null,
    isWindow,
    isForkOnly: true,
  };
}

/** Every row of the table of buttons; the last ones exist only in forks. */
export const midjourneyButtons: readonly MidjourneyButtonCase[] = [
  ...[1, 2, 3, 4].map(index => buttonCase(`MJ::JOB::upsample::${index}::${IMAGE_UUID}`, 'UPSCALE', index)),
  ...['v5_2x', 'v6_2x_subtle', 'v6_2x_creative', 'v6r1_2x_subtle', 'v7r1_2x_creative'].map(version =>
    buttonCase(solo(`MJ::JOB::upsample_${version}::1`), 'UPSCALE'),
  ),
  ...[1, 2, 3, 4].map(index => buttonCase(`MJ::JOB::variation::${index}::${IMAGE_UUID}`, 'VARIATION', index)),
  buttonCase(solo('MJ::JOB::high_variation::1'), 'HIGH_VARIATION'),
  buttonCase(solo('MJ::JOB::low_variation::1'), 'LOW_VARIATION'),
  buttonCase(solo('MJ::JOB::reroll::0'), 'REROLL'),
  ...['left', 'right', 'up', 'down'].map(way => buttonCase(solo(`MJ::JOB::pan_${way}::1`), 'PAN')),
  ...[50, 75, 100].map(percent => buttonCase(solo(`MJ::Outpaint::${percent}::1`), 'ZOOM')),
  windowCase(`MJ::CustomZoom::${IMAGE_UUID}`, 'CUSTOM_ZOOM'),
  windowCase(solo('MJ::Inpaint::1'), 'INPAINT'),
  ...['animate_low', 'animate_high', 'animate_low_extend', 'animate_high_extend'].map(verb =>
    forkCase(solo(`MJ::JOB::${verb}::1`), 'VIDEO'),
  ),
  forkCase(`MJ::JOB::video_virtual_upscale::2::${IMAGE_UUID}`, 'UPSCALE'),
  forkCase('MJ::Picread::Retry', 'DESCRIBE'),
  forkCase('MJ::Job::PicReader::2', 'IMAGINE', true),
  forkCase('MJ::Job::PromptAnalyzer::3', 'IMAGINE', true),
];

/** Buttons that a gateway refuses by name, and texts that are no buttons. */
export const unknownButtons: readonly string[] = [
  `MJ::BOOKMARK::${IMAGE_UUID}`,
  'MJ::Job::PicReader::all',
  'MJ::JOB',
  'MJ',
  '::',
  'upsample',
];

/** Bodies of song clients. */
export const songRequests = {
  inspiration: { gpt_description_prompt: 'a folk song about a paper boat', make_instrumental: false, mv: 'chirp-v4' },
  instrumental: { gpt_description_prompt: 'calm piano', make_instrumental: true, mv: 'chirp-v3-5' },
  custom: {
    prompt: '[Verse]\nA paper boat goes out at dawn\n[Chorus]\nRow, row',
    tags: 'folk acoustic',
    negative_tags: 'metal',
    title: 'Paper boat',
    mv: 'chirp-auk',
    make_instrumental: false,
    generation_type: 'TEXT',
    notify_hook: 'https://client.example.com/hooks/song',
  },
  continue: (taskId: string, clipId: string) => ({
    prompt: '[Verse 2]\nIt comes home at night',
    tags: 'folk acoustic',
    title: 'Paper boat, part 2',
    continue_clip_id: clipId,
    continue_at: 61.5,
    task_id: taskId,
  }),
  /** This body is wrong: it does not name the task of the clip. */
  continueWithoutTask: { prompt: '[Verse 2]', tags: 'folk', title: 'x', continue_clip_id: 'c', continue_at: 30 },
  lyrics: { prompt: 'a paper boat at dawn' },
  concat: (clipId: string) => ({ clip_id: clipId, is_infill: false }),
  fetch: (...ids: readonly string[]) => ({ ids, action: 'MUSIC' }),
} as const;

/** Bodies of Kling's clients, in the provider's form. */
export const klingRequests = {
  text: {
    model_name: 'kling-v1-6',
    prompt: 'a paper boat drifts',
    negative_prompt: 'people',
    cfg_scale: 0.5,
    mode: 'std',
    duration: '5',
    aspect_ratio: '16:9',
  },
  textWithCamera: {
    model_name: 'kling-v1',
    prompt: 'a paper boat drifts',
    mode: 'pro',
    duration: '5',
    camera_control: { type: 'simple', config: { horizontal: 0, vertical: 0, pan: -10, tilt: 0, roll: 0, zoom: 0 } },
  },
  /** A body as some clients write it: `model` for `model_name`, a number for the duration. */
  textOfCarelessClient: { model: 'kling-v1-6', prompt: 'a paper boat drifts', duration: 10, mode: 'pro' },
  image: { model_name: 'kling-v2-1', image: IMAGE_ADDRESS, prompt: 'it drifts', mode: 'std', duration: '5' },
  imageAsBase64: {
    model_name: 'kling-v1-6',
    image: IMAGE_BASE64,
    image_tail: IMAGE_BASE64,
    mode: 'pro',
    duration: '10',
    external_task_id: 'order-886',
    callback_url: 'https://client.example.com/hooks/video',
  },
  /** The provider accepts this image only without the prefix of the data address. */
  imageAsDataUrl: { model_name: 'kling-v1-6', image: IMAGE_DATA_URL, mode: 'std', duration: '5' },
} as const;

/** Bodies of Luma's clients. */
export const lumaRequests = {
  text: { model: 'ray-2', prompt: 'a paper boat drifts', aspect_ratio: '16:9', duration: '5s', resolution: '720p' },
  image: {
    model: 'ray-flash-2',
    prompt: 'it drifts',
    keyframes: { frame0: { type: 'image', url: IMAGE_ADDRESS } },
    loop: false,
    concepts: [{ key: 'dolly_zoom' }],
    callback_url: 'https://client.example.com/hooks/video',
  },
  extend: (generationId: string) => ({
    model: 'ray-2',
    prompt: 'it comes home',
    keyframes: { frame0: { type: 'generation', id: generationId } },
  }),
  stillImage: { model: 'photon-1', prompt: 'a paper boat', aspect_ratio: '1:1', format: 'png' },
  proxied: {
    user_prompt: 'a paper boat drifts',
    expand_prompt: true,
    loop: false,
    image_url: IMAGE_ADDRESS,
    aspect_ratio: '16:9',
    resolution: '720p',
    duration: '5s',
    model_name: 'ray-v2',
  },
  proxiedExtend: { user_prompt: 'it comes home', expand_prompt: true },
} as const;

/** Bodies of Runway's clients. */
export const runwayRequests = {
  image: { model: 'gen4_turbo', promptImage: IMAGE_ADDRESS, promptText: 'it drifts', ratio: '1280:720', duration: 5 },
  imageAtBothEnds: {
    model: 'gen3a_turbo',
    promptImage: [
      { uri: IMAGE_DATA_URL, position: 'first' },
      { uri: IMAGE_ADDRESS, position: 'last' },
    ],
    ratio: '1280:768',
    duration: 10,
    seed: 4_294_967_295,
    contentModeration: { publicFigureThreshold: 'auto' },
  },
  resoldImage: {
    model: 'gen4_turbo',
    promptImage: IMAGE_ADDRESS,
    promptText: 'it drifts',
    ratio: '720:1280',
    duration: 10,
    watermark: false,
  },
  text: { model: 'veo3.1', promptText: 'a paper boat drifts', ratio: '1280:720', duration: 8 },
  proxied: {
    prompt: 'a paper boat drifts',
    image: IMAGE_ADDRESS,
    model: 'gen3',
    ratio: '16:9',
    style: 'cinematic',
    options: { seconds: 5, motion_vector: { x: 0, y: 0.4, z: 0, r: -6, bg_x_pan: 0, bg_y_pan: 0 } },
  },
  feed: (taskId: string) => ({ task_id: taskId }),
} as const;

/** A body of an OpenAI video call and how it travels. */
export interface VideoRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData;
}

const videoFields = { model: 'sora-2', prompt: 'a paper boat drifts', seconds: '8', size: '1280x720' };

/** POST /v1/videos as OpenAI's own clients send it: JSON without an image, a form with one. */
export const openAiVideoRequests = {
  fields: videoFields,
  json: (changes: Readonly<Record<string, unknown>> = {}): VideoRequest => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...videoFields, ...changes }),
  }),
  /** The sender of the form sets the boundary, and with it the content type. */
  form: (changes: Readonly<Record<string, string>> = {}): VideoRequest => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...videoFields, ...changes })) body.set(name, value);
    const image = new Blob([Buffer.from(IMAGE_BASE64, 'base64')], { type: 'image/png' });
    body.set('input_reference', image, 'boat.png');
    return { headers: {}, body };
  },
  remix: { prompt: 'the same at night' },
  /** The neutral form of the family: POST /v1/video/generations. */
  neutral: {
    model: 'kling-v1-6',
    prompt: 'a paper boat drifts',
    image: IMAGE_ADDRESS,
    duration: 5,
    size: '1280x720',
    metadata: { cfg_scale: 0.7 },
  },
} as const;
