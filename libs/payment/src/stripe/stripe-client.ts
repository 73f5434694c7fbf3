import { CONFIG, type Config } from '@platform';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { type Stripe } from './stripe-types';

/** The limit of one attempt; the package repeats it twice under the same idempotency key. */
const TIMEOUT_MS = 10_000;
const RETRIES = 2;

/** Stripe's own package, loaded when it is first needed, with the saved secret key. */
@Injectable()
export class StripeClient {
  private made: { readonly key: string; readonly stripe: Promise<Stripe> } | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly options: Options,
  ) {}

  get isSetUp(): boolean {
    const { StripeSecretKey: key, StripeWebhookSecret: secret } = this.options.current;
    return key !== '' && secret !== '';
  }

  get(): Promise<Stripe> {
    const key = this.options.current.StripeSecretKey;
    if (this.made?.key === key) return this.made.stripe;
    const stripe = load(key, new URL(this.config.stripeApiUrl));
    this.made = { key, stripe };
    return stripe;
  }
}

async function load(key: string, { protocol, hostname, port }: URL): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  const isPlain = protocol === 'http:';
  return new Client(key, {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
}
