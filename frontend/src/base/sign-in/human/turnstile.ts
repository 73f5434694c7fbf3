import { loadScript } from '../../../shared/browser/load-script';

const SCRIPT_URL = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

interface TurnstileOptions {
  readonly sitekey: string;
  readonly theme: 'light' | 'dark';
  readonly language: string;
  readonly size: 'flexible';
  readonly callback: (token: string) => void;
  readonly 'expired-callback': () => void;
  /** True means that the error is handled and the widget must write nothing to the console. */
  readonly 'error-callback': () => boolean;
}

/** The part of the widget that is used; source: Cloudflare's "Client-side rendering" page, read 2026-08. */
export interface Turnstile {
  /** Returns the id of the widget. */
  render(container: HTMLElement, options: TurnstileOptions): string;
  reset(widgetId: string): void;
  remove(widgetId: string): void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

/** @throws Error when the script could not be loaded, for example because of a tracker blocker */
export async function loadTurnstile(): Promise<Turnstile> {
  if (!window.turnstile) await loadScript(SCRIPT_URL);
  if (!window.turnstile) throw new Error('the human check script did not start');
  return window.turnstile;
}
