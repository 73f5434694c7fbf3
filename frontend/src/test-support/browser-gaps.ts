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

const LABELABLE = 'button, input:not([type=hidden]), meter, output, progress, select, textarea';

/**
 * The labels of a form field, as `labels` has them. The simulated browser walks the whole page for each label of each
 * field, which was the largest part of what its tests cost.
 */
function labelsOf(this: HTMLElement): readonly Element[] {
  const page = this.getRootNode() as ParentNode;
  const named = this.id === '' ? [] : page.querySelectorAll(`label[for="${this.id.replace(/["\\]/g, '\\$&')}"]`);
  const around = this.closest('label:not([for])');
  return around?.querySelector(LABELABLE) === this ? [...named, around] : [...named];
}

for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]) {
  Object.defineProperty(prototype, 'labels', { get: labelsOf });
}
