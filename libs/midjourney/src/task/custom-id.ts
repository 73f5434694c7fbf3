import { type ImageTaskAction } from '@contracts';
import { AppError } from '@kernel';

/** What a button below an image does. */
export interface ButtonPress {
  readonly action: ImageTaskAction;
  /** Which image of a grid; null where the button has none. */
  readonly index: number | null;
}

interface Verb {
  readonly fits: (word: string) => boolean;
  readonly action: ImageTaskAction;
  /** `fourth`: the fourth part of the id is the number of the image; `one`: the button belongs to a single image. */
  readonly index?: 'fourth' | 'one';
}

function named(name: string) {
  return (word: string) => word === name;
}

function containing(part: string) {
  return (word: string) => word.includes(part);
}

/** Verbs of ids whose second part names the action. The names are matched exactly, never as a part of a word. */
const plainVerbs: readonly Verb[] = [
  { fits: named('Outpaint'), action: 'ZOOM', index: 'one' },
  { fits: named('CustomZoom'), action: 'CUSTOM_ZOOM', index: 'one' },
  { fits: named('Inpaint'), action: 'INPAINT', index: 'one' },
  { fits: named('Picread'), action: 'DESCRIBE' },
];

/** Verbs of ids that begin with MJ::JOB; the first match counts. */
const jobVerbs: readonly Verb[] = [
  { fits: containing('upsample'), action: 'UPSCALE', index: 'fourth' },
  { fits: named('variation'), action: 'VARIATION', index: 'fourth' },
  { fits: named('low_variation'), action: 'LOW_VARIATION', index: 'one' },
  { fits: named('high_variation'), action: 'HIGH_VARIATION', index: 'one' },
  { fits: containing('animate'), action: 'VIDEO' },
  { fits: containing('upscale'), action: 'UPSCALE' },
  { fits: containing('reroll'), action: 'REROLL', index: 'one' },
  { fits: word => word.startsWith('pan'), action: 'PAN', index: 'one' },
];

/** Verbs of ids that begin with MJ::Job. Their buttons are below a description and draw one of the prompts in it. */
const readerVerbs: readonly Verb[] = [
  { fits: named('PicReader'), action: 'IMAGINE', index: 'fourth' },
  { fits: named('PromptAnalyzer'), action: 'IMAGINE', index: 'fourth' },
];

const INDEX_MAX: Readonly<Record<string, number>> = { PromptAnalyzer: 5 };

/**
 * The action that a button's id names. Source: the table of custom ids of the Plus builds.
 *
 * @throws AppError DRAWING_UNKNOWN_ACTION, also for ids with too few parts; DRAWING_INDEX_PARSE
 */
export function readCustomId(customId: string): ButtonPress {
  const parts = customId.split('::');
  const [root, second = ''] = parts;
  const unknown = new AppError('DRAWING_UNKNOWN_ACTION', { params: { customId: customId.slice(0, 200) } });
  // The button for all prompts would give several images for the price of one.
  if (root !== 'MJ' || parts.length < 3 || parts.at(-1) === 'all') throw unknown;
  const word = second === 'JOB' || second === 'Job' ? (parts[2] ?? '') : second;
  const verb = verbsAfter(second).find(({ fits }) => fits(word));
  if (!verb) throw unknown;
  if (verb.index !== 'fourth') return { action: verb.action, index: verb.index === 'one' ? 1 : null };
  const number = parts[3];
  if (number === undefined) throw unknown;
  return { action: verb.action, index: indexIn(number, INDEX_MAX[word]) };
}

/** @throws AppError DRAWING_INDEX_PARSE for anything but a number of an image */
export function indexIn(text: string, max = 4): number {
  const index = /^\d$/.test(text) ? Number(text) : 0;
  if (index < 1 || index > max) throw new AppError('DRAWING_INDEX_PARSE');
  return index;
}

function verbsAfter(second: string): readonly Verb[] {
  if (second === 'JOB') return jobVerbs;
  return second === 'Job' ? readerVerbs : plainVerbs;
}
