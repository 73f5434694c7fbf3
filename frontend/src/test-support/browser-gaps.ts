/** What jsdom lacks and Blueprint or RTK Query expect to find. */
import { TextDecoder, TextEncoder } from 'node:util';

class ResizeObserverStub {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.assign(globalThis, { TextDecoder, TextEncoder, ResizeObserver: ResizeObserverStub });

window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList; // only these members are used
