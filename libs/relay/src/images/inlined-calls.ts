import { Injectable } from '@nestjs/common';
import { chatFormats, type ChatCall } from '@providers';
import { type RelayCall } from '../relay-call';
import { type Abortable } from '../transport/upstream-client';
import { inlineImages, imagesByAddress, type FetchedImage, type ImageAddress, type ImageKind } from './inline-images';
import { ImageFetcher } from './image-fetcher';

/** The smallest of each kind, to ask an adapter with before anything is fetched. */
const STAND_INS: Readonly<Record<ImageKind, FetchedImage>> = {
  image: {
    mime: 'image/png',
    data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  },
  document: { mime: 'application/pdf', data: Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64') },
};

/** Calls as they look to providers that take only bytes: each fetched once, however many channels are tried. */
@Injectable()
export class InlinedCalls {
  private readonly known = new WeakMap<RelayCall, Promise<RelayCall>>();

  constructor(private readonly fetcher: ImageFetcher) {}

  /**
   * Only chats: to count tokens costs nothing, and must not make us fetch for nothing.
   *
   * @param accepts whether the provider takes such a call; asked before anything is fetched, so that a provider without eyes
   *   costs no strangers' bandwidth
   * @param onFetch hears how to end the fetching
   * @returns null when bytes would not help
   * @throws CallRefusal, UpstreamFault as {@link ImageFetcher.fetchAll}
   */
  async inlined(
    call: RelayCall,
    accepts: (call: RelayCall) => boolean,
    onFetch: (fetching: Abortable) => void,
  ): Promise<RelayCall | null> {
    if (call.endpoint !== 'chat') return null;
    const addresses = imagesByAddress(call.format, call.parsed);
    if (addresses.length === 0 || !accepts(withImages(call, standInsFor(addresses)))) return null;
    return await (this.known.get(call) ?? this.fetched(call, addresses, onFetch));
  }

  private fetched(
    call: RelayCall,
    addresses: readonly ImageAddress[],
    onFetch: (fetching: Abortable) => void,
  ): Promise<RelayCall> {
    const controller = new AbortController();
    onFetch({ abort: () => controller.abort() });
    const inlined = this.fetcher.fetchAll(addresses, controller.signal).then(found => withImages(call, found));
    this.known.set(call, inlined);
    return inlined;
  }
}

function standInsFor(addresses: readonly ImageAddress[]): ReadonlyMap<string, FetchedImage> {
  return new Map(addresses.map(({ url, kind }) => [url, STAND_INS[kind]]));
}

function withImages(call: RelayCall, fetched: ReadonlyMap<string, FetchedImage>): RelayCall {
  const parsed = inlineImages(call.format, call.parsed, fetched);
  let chat: ChatCall | null = null;
  return {
    ...call,
    parsed,
    body: Buffer.from(JSON.stringify(parsed)),
    chat: () => (chat ??= chatFormats[call.format].readCall(parsed)),
  };
}
