import { type UrlCitation } from '../canonical/chat';
import { type JsonObject, asList, asText, at, isJsonObject } from '../json/read-value';

/** No answer cites as much; a longer list is a fault and is cut. */
const SUPPORTS_MAX = 1_000;

/** The text of a candidate so far, and the beginnings of the present chunk's parts in it, in bytes. */
interface GroundedText {
  readonly text: string;
  readonly partStarts: readonly number[];
}

/**
 * Reads the citations of `groundingMetadata`: one per supported segment and source, or one per source when no segment
 * is named. The provider counts in bytes of UTF-8; source: 'GroundingMetadata' in the reference of generateContent,
 * read 2026-08.
 */
export function readGrounding(metadata: unknown, { text, partStarts }: GroundedText): readonly UrlCitation[] {
  if (!isJsonObject(metadata)) return [];
  const sources = asList(metadata.groundingChunks).map(readSource);
  const supports = asList(metadata.groundingSupports).slice(0, SUPPORTS_MAX);
  if (supports.length === 0) return sources.filter(source => source !== null);
  const bytes = Buffer.from(text);
  const unitsAt = (offset: number): number => bytes.subarray(0, offset).toString().length;
  return supports.flatMap(support => {
    const segment = at(support, 'segment');
    const base = partStarts[count(at(segment, 'partIndex')) ?? 0] ?? 0;
    const end = count(at(segment, 'endIndex'));
    // The provider leaves out a start of zero.
    const range =
      end === null ? {} : { start: unitsAt(base + (count(at(segment, 'startIndex')) ?? 0)), end: unitsAt(base + end) };
    return asList(at(support, 'groundingChunkIndices')).flatMap(index => {
      const source = typeof index === 'number' ? sources[index] : undefined;
      return source ? [{ ...source, ...range }] : [];
    });
  });
}

function readSource(chunk: unknown): UrlCitation | null {
  const source = at(chunk, 'web') ?? at(chunk, 'retrievedContext') ?? at(chunk, 'maps');
  const url = asText(at(source, 'uri'));
  return url === '' ? null : { url, title: asText(at(source, 'title')) };
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}

/**
 * Writes `groundingMetadata`, the inverse of reading it; offsets of `citations` count UTF-16 units of `text`. Null when
 * there is nothing to cite.
 */
export function writeGrounding(citations: readonly UrlCitation[], text: string): JsonObject | null {
  if (citations.length === 0) return null;
  const urls = [...new Set(citations.map(citation => citation.url))];
  const bytesAt = (units: number): number => Buffer.byteLength(text.slice(0, units));
  const supports = citations.flatMap(({ url, start, end }) => {
    if (start === undefined || end === undefined) return [];
    const segment = { startIndex: bytesAt(start), endIndex: bytesAt(end), text: text.slice(start, end) };
    return [{ segment, groundingChunkIndices: [urls.indexOf(url)] }];
  });
  return {
    groundingChunks: urls.map(url => ({
      web: { uri: url, title: citations.find(citation => citation.url === url)?.title ?? '' },
    })),
    ...(supports.length > 0 && { groundingSupports: supports }),
  };
}
