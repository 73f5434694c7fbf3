/** What the simulated browser lacks and Blueprint or RTK Query expect to find. */
class ResizeObserverStub {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const NodeRequest = globalThis.Request;

/** A browser resolves addresses against the page; Node's request wants them whole. */
class PageRequest extends NodeRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, window.location.href) : input, init);
  }
}

function noMedia(query: string) {
  return {
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
}

Object.assign(globalThis, { ResizeObserver: ResizeObserverStub, Request: PageRequest });
Object.assign(window, { matchMedia: noMedia });
// The chart library measures texts with it, and does without where there is none.
Object.assign(HTMLCanvasElement.prototype, { getContext: () => null });
