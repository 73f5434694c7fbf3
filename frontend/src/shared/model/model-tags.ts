import { modelTags, type ModelTag } from '@contracts';
import { type ParseKeys, type TFunction } from 'i18next';

/** The tag of a model that makes music; the one-click setup offers it beside the tags of the catalogue. */
const MUSIC = 'music';

interface TagRule {
  readonly fits: (model: string) => boolean;
  readonly tags: readonly string[];
}

function startsWith(...prefixes: readonly string[]) {
  return (model: string) => prefixes.some(prefix => model.startsWith(prefix));
}

/** Matches a word as a whole: "sonnet" does not contain the word "net", and "dall-e" not the word "all". */
function hasWord(word: string) {
  return (model: string) => model.split(/[^a-z0-9]+/).includes(word);
}

/** The first rule that matches decides. */
const rules: readonly TagRule[] = [
  { fits: startsWith('tts-1-hd'), tags: ['text to speech', 'HD'] },
  { fits: startsWith('tts'), tags: ['text to speech'] },
  { fits: startsWith('whisper'), tags: ['speech to text'] },
  { fits: startsWith('dall', 'mj', 'flux'), tags: ['drawing'] },
  { fits: startsWith('suno'), tags: [MUSIC] },
  { fits: startsWith('luma', 'runway'), tags: ['video'] },
  { fits: startsWith('gpt-4-gizmo-', 'gpt-4o-gizmo-', 'search-gpts'), tags: ['GPTS'] },
  { fits: hasWord('all'), tags: ['chat', 'multimodal', 'web'] },
  { fits: hasWord('net'), tags: ['chat', 'web'] },
  { fits: startsWith('o1', 'o3', 'o4'), tags: ['reasoning'] },
];

/** The tags that the name of a model gives; `chat` when no rule matches. */
export function tagsByName(model: string): readonly string[] {
  const name = model.toLowerCase();
  return rules.find(rule => rule.fits(name))?.tags ?? ['chat'];
}

const knownTags: readonly string[] = [...modelTags, MUSIC];

/** The i18n key of a known tag, such as `tag.text_to_speech`. */
type TagKey = Extract<ParseKeys, `tag.${string}`>;

/** The label of a tag on screen; a tag that an administrator made up is shown as typed. */
export function tagLabel(tag: ModelTag | (string & {}), t: TFunction): string {
  if (!knownTags.includes(tag)) return tag;
  // A test checks every known tag against the dictionary.
  return t(`tag.${tag.replaceAll(' ', '_')}` as TagKey);
}
