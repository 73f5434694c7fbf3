import { chatFormats, type ChatCall } from '@formats';
import { Injectable } from '@nestjs/common';
import { type RelayCall } from '../call/relay-call';
import { type Abortable } from '../transport/exchange';
import { inlineImages, imagesByAddress, type FetchedImage, type ImageAddress, type ImageKind } from './inline-images';
import { ImageFetcher } from './image-fetcher';

/** The smallest file of each kind, used to ask an adapter before anything is fetched. */
const STAND_INS: Readonly<Record<ImageKind, FetchedImage>> = {
  image: {
    mime: 'image/png',
    data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  },
  document: { mime: 'application/pdf', data: Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64') },
};

/**
 * Calls with their addresses replaced by bytes, for providers that take only bytes. Each call is fetched once, however
 * many channels are tried.
 */
@Injectable()
export class InlinedCalls {
  private readonly known = new WeakMap<RelayCall, Promise<RelayCall>>();

  constructor(private readonly fetcher: ImageFetcher) {}

  /**
   * Returns the call with bytes in the place of addresses. Only chats are inlined: counting tokens is free of charge,
   * and must not cause fetches.
   *
   * @param accepts whether the provider takes such a call; checked before anything is fetched, so that nothing is
   * fetched for a provider that takes no images
   * @param onFetch receives the means to abort the fetching
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
