import { TAG_LENGTH_MAX, TAG_PATTERN, TAGS_MAX } from '@contracts';
import { AppError } from '@kernel';
import { type ApiCaller } from './api-caller';

/** The most bytes of a header with tags that are read. */
const TEXT_MAX = 2 * TAGS_MAX * TAG_LENGTH_MAX;

/**
 * Tags as they are stored: in lower case, each once, between commas; empty without any.
 *
 * @param before tags that count already, as they are stored
 * @throws AppError TAGS_INVALID for too many of them, and for one that is too long or has other characters
 */
export function checkedTags(text: string, before = ''): string {
  if (text.length > TEXT_MAX) throw tagsInvalid();
  const tags = new Set(`${before},${text.toLowerCase()}`.split(',').map(tag => tag.trim()));
  tags.delete('');
  if (tags.size > TAGS_MAX) throw tagsInvalid();
  for (const tag of tags) if (tag.length > TAG_LENGTH_MAX || !TAG_PATTERN.test(tag)) throw tagsInvalid();
  return tags.size === 0 ? '' : `,${[...tags].join(',')},`;
}

/** The caller of a call that has tags of its own beside those of its key. @throws AppError TAGS_INVALID */
export function withTags(caller: ApiCaller, text: string): ApiCaller {
  return { ...caller, tags: checkedTags(text, caller.tags) };
}

function tagsInvalid(): AppError {
  return new AppError('TAGS_INVALID', { params: { max: TAGS_MAX, length: TAG_LENGTH_MAX } });
}
