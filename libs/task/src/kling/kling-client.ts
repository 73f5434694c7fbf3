import { type CatalogChannel } from '@channel';
import { withoutTrailingSlash } from '@contracts';
import { isJsonObject, nowSeconds, systemClock, TtlCache } from '@kernel';
import { Injectable } from '@nestjs/common';
import { isResponse, TaskClient, type NoResponse, type TaskClientResponse } from '../transport/task-client';
import { keyPairOf, klingToken } from './kling-token';

const TOKEN_REUSE_MS = 25 * 60_000;
const TOKENS_MAX = 1000;
/** Codes for a token that is not yet valid or has expired. */
const TOKEN_TIME_CODES: ReadonlySet<unknown> = new Set([1003, 1004]);

export interface KlingQuestion {
  readonly method: 'GET' | 'POST';
  /** Path at Kling itself; begins with a slash. */
  readonly path: string;
  readonly body?: unknown;
  readonly timeoutMs: number;
}

/** Client for Kling, or for another gateway that offers Kling below `/kling`. */
@Injectable()
export class KlingClient {
  private readonly tokens = new TtlCache<string, string>({
    sizeMax: TOKENS_MAX,
    lifetimeMs: TOKEN_REUSE_MS,
    clock: systemClock,
  });

  constructor(private readonly client: TaskClient) {}

  async ask(channel: CatalogChannel, question: KlingQuestion): Promise<TaskClientResponse | NoResponse> {
    const answer = await this.askOnce(channel, question);
    if (!isResponse(answer) || !isBadTime(answer) || !this.tokens.delete(channel.key)) return answer;
    return this.askOnce(channel, question);
  }

  private askOnce(channel: CatalogChannel, { method, path, body, timeoutMs }: KlingQuestion) {
    return this.client.ask({
      method,
      url: addressOf(channel, path),
      headers: { authorization: `Bearer ${this.tokenFor(channel.key)}` },
      ...(body !== undefined && { body }),
      timeoutMs,
    });
  }

  private tokenFor(key: string): string {
    const pair = keyPairOf(key);
    if (!pair) return key.trim();
    const known = this.tokens.get(key);
    if (known !== undefined) return known;
    const token = klingToken(pair.accessKey, pair.secretKey, nowSeconds(systemClock));
    this.tokens.set(key, token);
    return token;
  }
}

/** Keys of other gateways begin with `sk-`; such gateways offer each provider's routes below its name. */
export function addressOf({ baseUrl, key }: Pick<CatalogChannel, 'baseUrl' | 'key'>, path: string): string {
  const base = withoutTrailingSlash(withoutTrailingSlash(baseUrl).replace(/\/v1$/, ''));
  const isGateway = key.startsWith('sk-') && !base.endsWith('/kling');
  return `${base}${isGateway ? '/kling' : ''}${path}`;
}

function isBadTime({ status, json }: TaskClientResponse): boolean {
  return status === 401 && isJsonObject(json) && TOKEN_TIME_CODES.has(json.code);
}
