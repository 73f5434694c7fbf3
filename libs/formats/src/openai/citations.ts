import { type UrlCitation } from '../canonical/chat';
import { asList, asText, at, isJsonObject } from '../json/read-value';

/**
 * Reads `annotations: [{type: "url_citation", url_citation: {url, title, start_index, end_index}}]`. An empty range
 * means a source without a place, because clients require the numbers.
 */
export function readCitations(annotations: unknown): readonly UrlCitation[] {
  return asList(annotations).flatMap(annotation => {
    const citation = at(annotation, 'url_citation') ?? annotation;
    const url = asText(at(citation, 'url'));
    if (url === '' || at(annotation, 'type') !== 'url_citation') return [];
    const start = at(citation, 'start_index');
    const end = at(citation, 'end_index');
    const hasPlace = Number.isInteger(start) && Number.isInteger(end) && Number(end) > Number(start);
    const place = hasPlace ? { start: Number(start), end: Number(end) } : {};
    return [{ url, title: asText(at(citation, 'title')), ...place }];
  });
}

/**
 * Reads the sources that a provider names for the whole answer: Perplexity's `search_results`, or its plain
 * `citations`.
 */
export function readSources(answer: unknown): readonly UrlCitation[] {
  if (!isJsonObject(answer) || !('search_results' in answer || 'citations' in answer)) return [];
  const results = asList(at(answer, 'search_results')).flatMap(result => {
    const url = asText(at(result, 'url'));
    return url === '' ? [] : [{ url, title: asText(at(result, 'title')) }];
  });
  if (results.length > 0) return results;
  return asList(at(answer, 'citations')).flatMap(url =>
    typeof url === 'string' && url !== '' ? [{ url, title: '' }] : [],
  );
}

/** @param offset length of the content before the block in which the citation is counted */
export function writeCitation({ url, title, start, end }: UrlCitation, offset: number): object {
  const place = start === undefined || end === undefined ? [0, 0] : [start + offset, end + offset];
  return { type: 'url_citation', url_citation: { url, title, start_index: place[0], end_index: place[1] } };
}
