/** Browser features that the simulated browser lacks and that Blueprint or RTK Query need. */
class ResizeObserverStub {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const NodeRequest = globalThis.Request;

/** A browser resolves addresses against the page; Node's request needs absolute ones. */
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
// The chart library measures texts with it, and works without it.
Object.assign(HTMLCanvasElement.prototype, { getContext: () => null });
