import { type CacheMark, type MediaSource } from '../canonical/chat';
import { at } from '../json/read-value';

const DATA_URL = /^data:([^;,\s]*)(?:;[^;,]*)*;base64,/i;

/** The source behind a `url` of the chat format: an address, or the bytes themselves as a data URL. */
export function sourceOfUrl(url: string): MediaSource {
  const head = DATA_URL.exec(url.slice(0, 200));
  if (!head) return { kind: 'url', url };
  return {
    kind: 'data',
    mime: (head[1] ?? '').toLowerCase() || 'application/octet-stream',
    data: url.slice(head[0].length),
  };
}

/** The address or data URL of a source; null for a file that is stored at a provider. */
export function urlOfSource(source: MediaSource): string | null {
  switch (source.kind) {
    case 'data':
      return dataUrl(source.mime, source.data);
    case 'url':
      return source.url;
    case 'stored':
      return null;
  }
}

/** Base64 bytes as a data URL. */
export function dataUrl(mime: string, data: string): string {
  return `data:${mime};base64,${data}`;
}

/** Reads `cache_control: {type: "ephemeral", ttl?}`, which callers of Claude models put into text parts and tools. */
export function readCacheMark(value: unknown): CacheMark | undefined {
  if (at(value, 'type') !== 'ephemeral') return undefined;
  return { ttl: at(value, 'ttl') === '1h' ? '1h' : '5m' };
}

/** Writes a cache mark as `cache_control`; five minutes are the default and are not written. */
export function writeCacheMark({ ttl }: CacheMark): Readonly<Record<string, string>> {
  return ttl === '1h' ? { type: 'ephemeral', ttl } : { type: 'ephemeral' };
}
