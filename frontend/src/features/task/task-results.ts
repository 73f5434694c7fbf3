import { safeMediaAddress } from '../../shared/media/media-address';
import { type Take } from '../../shared/media/Takes';

/** A song: its audio, and the data that belongs to it. */
export interface Clip {
  readonly address: string;
  readonly title: string;
  readonly cover: string | null;
  readonly video: string | null;
  readonly lyrics: string;
}

export interface Lyrics {
  readonly title: string;
  readonly text: string;
}

export interface TaskResults {
  readonly clips: readonly Clip[];
  readonly lyrics: readonly Lyrics[];
  /** The videos, or the images of a task that made images. */
  readonly takes: readonly Take[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Responses nest their results in envelopes; no provider nests them deeper than this. */
const DEPTH_MAX = 8;
/** More players than this would freeze the page; the raw record still has all results. */
const RESULTS_MAX = 50;

/** Fields in which the providers wrap their results. */
const wrappers = [
  'data',
  'task_result',
  'result',
  'results',
  'response',
  'generation',
  'generations',
  'clips',
  'videos',
  'images',
  'assets',
  'artifacts',
  'output',
  'video_result',
  'file',
] as const;

/** Fields that hold an address, or a record with one: Luma's `assets.video` and `video.url`. */
const addressFields = ['video_url', 'video', 'url', 'download_url', 'image_url', 'image'] as const;
const coverFields = ['cover', 'poster', 'cover_url', 'cover_image_url', 'thumbnail', 'thumbnail_url'] as const;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Reads a plain address, or the `url` or `download_url` of a record. */
function addressOf(value: unknown): string | null {
  if (!isFields(value)) return safeMediaAddress(value);
  return safeMediaAddress(value.url) ?? safeMediaAddress(value.download_url);
}

function firstAddress(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const address = addressOf(fields[name]);
    if (address !== null) return address;
  }
  return null;
}

/** The lyrics of a song are in a field of their own or, with Suno, in the prompt of the song. */
function lyricsOf(fields: Fields): string {
  const metadata = isFields(fields.metadata) ? fields.metadata : {};
  return textOf(fields.lyrics) || textOf(metadata.lyrics) || textOf(metadata.prompt);
}

function readClip(fields: Fields): Clip | null {
  const address = safeMediaAddress(fields.audio_url);
  if (address === null) return null;
  return {
    address,
    title: textOf(fields.title),
    cover: firstAddress(fields, ['image_large_url', 'image_url', ...coverFields]),
    video: firstAddress(fields, ['video_url']),
    lyrics: lyricsOf(fields),
  };
}

/** A written text with its title or state, as lyrics tasks return it. */
function readLyrics(fields: Fields): Lyrics | null {
  const text = textOf(fields.text);
  return text === '' ? null : { title: textOf(fields.title), text };
}

class Collector {
  readonly clips: Clip[] = [];
  readonly lyrics: Lyrics[] = [];
  readonly takes: Take[] = [];
  private readonly seen = new Set<string>();

  read(value: unknown, depth = 0): void {
    if (depth > DEPTH_MAX) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, RESULTS_MAX)) this.read(item, depth + 1);
    } else if (isFields(value)) this.readFields(value, depth);
    else this.addTake(safeMediaAddress(value), null); // Runway's `output` is a list of plain addresses
  }

  private readFields(fields: Fields, depth: number): void {
    if ('audio_url' in fields) return this.addClip(readClip(fields)); // its other addresses belong to the song
    const lyrics = readLyrics(fields);
    if (lyrics && this.lyrics.length < RESULTS_MAX) this.lyrics.push(lyrics);
    const video = isFields(fields.video) ? fields.video : {};
    const cover = firstAddress(fields, coverFields) ?? firstAddress(video, coverFields);
    this.addTake(firstAddress(fields, addressFields), cover);
    for (const name of wrappers) {
      if (fields[name] !== undefined) this.read(fields[name], depth + 1);
    }
  }

  private addClip(clip: Clip | null): void {
    if (clip === null || this.seen.has(clip.address) || this.clips.length >= RESULTS_MAX) return;
    this.seen.add(clip.address);
    this.clips.push(clip);
  }

  private addTake(address: string | null, cover: string | null): void {
    if (address === null || this.seen.has(address) || this.takes.length >= RESULTS_MAX) return;
    this.seen.add(address);
    this.takes.push({ address, cover });
  }
}

function parsed(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return data; // a plain text; an address in such a text is still a result
  }
}

/**
 * The results of a task, found in the upstream's own response: songs of Suno (`audio_url`), lyrics (`text`), videos of
 * Kling (`task_result.videos[].url`), Luma (`assets.video`, `video.url`), Runway (`output[]`, `video_url`), CogVideoX
 * (`video_result[].url`), Hailuo (`file.download_url`) and Wan (`output.video_url`). Unsafe addresses are left out, and
 * so are all unknown fields, which the raw record shows.
 */
export function readResults(data: unknown): TaskResults {
  const collector = new Collector();
  collector.read(parsed(data));
  const { clips, lyrics, takes } = collector;
  return { clips, lyrics, takes };
}

export function hasResults({ clips, lyrics, takes }: TaskResults): boolean {
  return clips.length + lyrics.length + takes.length > 0;
}
