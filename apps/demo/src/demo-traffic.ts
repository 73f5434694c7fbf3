import { Chance } from './chance';
import { MODELS, QUESTIONS } from './demo-facts';
import { type DemoSite } from './demo-site';

/** Callers that ask one after another. */
const CALLERS = 4;
/** The pause of a caller between two calls: short at first, so that there is something to see at once. */
const PAUSE_MS = 3_000;
const LATER_PAUSE_MS = 50_000;
const LIVELY_MS = 180_000;
const STREAM_SHARE = 0.65;
/**
 * Calls of a model that no channel serves any more, as somebody's old program makes them. The first call is one of
 * them, so that a channel needs attention from the start.
 */
const LOST = { name: 'gpt-4.1', share: 0.03 };

/** People who call the site while the demo runs: about a call a second at first, then a few a minute; most are streams. */
export class DemoTraffic {
  private readonly chance = new Chance(23);
  private readonly ending = new AbortController();
  private readonly callers: Promise<void>[] = [];

  constructor(
    private readonly url: string,
    private readonly site: DemoSite,
  ) {}

  start(): void {
    for (let caller = 0; caller < CALLERS; caller++) this.callers.push(this.callOn(caller === 0 ? LOST.name : null));
  }

  async end(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.callers);
  }

  private async callOn(firstModel: string | null): Promise<void> {
    const { signal } = this.ending;
    const startedAt = performance.now();
    for (let model = firstModel; !signal.aborted; model = null) {
      // A call may fail, which is part of the demo: the log says why.
      await this.call(model ?? this.anyModel(), signal).catch(() => undefined);
      const isLively = performance.now() - startedAt < LIVELY_MS;
      await pause(this.chance.around(isLively ? PAUSE_MS : LATER_PAUSE_MS), signal);
    }
  }

  private anyModel(): string {
    const { chance } = this;
    return chance.next() < LOST.share ? LOST.name : chance.choose(MODELS).name;
  }

  private async call(model: string, signal: AbortSignal): Promise<void> {
    const { chance } = this;
    const key = chance.choose(this.site.keys);
    const content = QUESTIONS[Math.floor(chance.next() * QUESTIONS.length)] ?? '';
    const response = await fetch(`${this.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key.secret}` },
      body: JSON.stringify({ model, stream: chance.next() < STREAM_SHARE, messages: [{ role: 'user', content }] }),
      signal,
    });
    await response.arrayBuffer();
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
