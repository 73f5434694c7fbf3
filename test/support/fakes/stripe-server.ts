import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { readForm, type FormFields } from './stripe-form';
import { isFields, refusalOf, StripeRefusal } from './stripe-refusal';

export type StripeObject = Readonly<Record<string, unknown>> & { readonly id: string };

/** How an event is sent, where that differs from what Stripe does. */
export interface Delivery {
  readonly secret?: string;
  /** Seconds since the signature was made. */
  readonly ageSeconds?: number;
  /** Changes the body after it was signed. */
  readonly alter?: (body: string) => string;
}

const MINUTES_LEAST = 30;
const MINUTES_MOST = 24 * 60;

function idOf(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/**
 * A stand-in for Stripe's API over real sockets: forms with brackets, idempotency keys, pages, payments, refunds and
 * disputes, and events signed by the scheme v1. Sources: Stripe's API reference and its page "Verify webhook signatures
 * manually", read 2026-11.
 */
export class StripeServer {
  readonly secretKey = 'sk_test_of_the_stand_in_0123456789';
  readonly webhookSecret = 'whsec_of_the_stand_in_0123456789';
  /** Where a page reports its payment by itself; empty reports nothing. */
  webhookAddress = '';
  private readonly objects = new Map<string, StripeObject>();
  private readonly answers = new Map<
    string,
    { readonly request: string; readonly status: number; readonly body: object }
  >();
  /** Requests that change something, as they arrived. */
  readonly posted: { readonly path: string; readonly fields: FormFields; readonly idempotencyKey: string }[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<StripeServer> {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const stripe = new StripeServer(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => void stripe.take(request, response));
    return stripe;
  }

  /** Every option that the operator fills in. */
  get options(): Readonly<Record<string, string>> {
    return { StripeSecretKey: this.secretKey, StripeWebhookSecret: this.webhookSecret, StripeEnabled: 'true' };
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise(resolve => this.server.close(() => resolve()));
  }

  object(id: string): StripeObject {
    const found = this.objects.get(id);
    if (!found) throw new Error(`there is no ${id}`);
    return found;
  }

  /** The page of an order. */
  sessionOf(tradeNo: string): StripeObject {
    const sessions = [...this.objects.values()].filter(({ object }) => object === 'checkout.session');
    const found = sessions.find(({ client_reference_id: reference }) => reference === tradeNo);
    if (!found) throw new Error(`there is no page for ${tradeNo}`);
    return found;
  }

  /** The payer pays on the page. @returns the page as it is in the event that says so */
  pay(tradeNo: string, changes: Readonly<Record<string, unknown>> = {}): StripeObject {
    const { id, amount_total: amount, currency, payment_intent_data: data } = this.sessionOf(tradeNo);
    const { metadata } = data as { metadata: object };
    const intent = this.keep({
      id: idOf('pi'),
      object: 'payment_intent',
      amount,
      currency,
      status: 'succeeded',
      metadata,
    });
    this.keep({ id: idOf('ch'), object: 'charge', amount, currency, payment_intent: intent.id, metadata });
    const paid = { status: 'complete', payment_status: 'paid', payment_intent: intent.id };
    return this.change(id, { ...paid, ...changes });
  }

  /** Refunds a payment as somebody would in the dashboard. */
  refund(tradeNo: string, amount: number): StripeObject {
    return this.makeRefund({ payment_intent: String(this.sessionOf(tradeNo).payment_intent), amount: String(amount) });
  }

  dispute(tradeNo: string, amount: number, status = 'needs_response'): StripeObject {
    const { payment_intent: intent, currency } = this.sessionOf(tradeNo);
    return this.keep({ id: idOf('du'), object: 'dispute', amount, currency, status, payment_intent: intent });
  }

  change(id: string, changes: Readonly<Record<string, unknown>>): StripeObject {
    return this.keep({ ...this.object(id), ...changes, id });
  }

  chargeOf(tradeNo: string): StripeObject {
    const { payment_intent: intent } = this.sessionOf(tradeNo);
    const found = [...this.objects.values()].find(one => one.object === 'charge' && one.payment_intent === intent);
    if (!found) throw new Error(`there is no charge for ${tradeNo}`);
    return found;
  }

  /** Sends an event about an object as it is now. */
  async report(
    address: string,
    type: string,
    object: StripeObject,
    { secret = this.webhookSecret, ageSeconds = 0, alter = body => body }: Delivery = {},
  ): Promise<number> {
    const created = nowSeconds() - ageSeconds;
    const event = { id: idOf('evt'), object: 'event', type, created, livemode: false, data: { object } };
    const body = JSON.stringify(event, null, 2);
    const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${created},v1=${signature},v0=0123456789abcdef`,
    };
    return (await fetch(address, { method: 'POST', headers, body: alter(body) })).status;
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const url = new URL(request.url ?? '/', this.url);
    if (url.pathname === '/favicon.ico') return void response.writeHead(204).end();
    if (url.pathname.startsWith('/pay/')) return this.page(request, response, url.pathname.slice('/pay/'.length));
    const [status, body] = this.answer(request, url, text);
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': idOf('req') });
    response.end(JSON.stringify(body));
  }

  private answer({ method, headers }: IncomingMessage, url: URL, text: string): [number, object] {
    try {
      if (headers.authorization !== `Bearer ${this.secretKey}`)
        throw new StripeRefusal(401, 'Invalid API Key provided: sk_…');
      if (method === 'GET') return [200, this.read(url)];
      const key = String(headers['idempotency-key'] ?? '');
      const known = this.answers.get(key);
      if (known && known.request !== url.pathname + text)
        throw new StripeRefusal(400, 'Keys for idempotent requests can only be used with the same parameters');
      if (known) return [known.status, known.body];
      const fields = readForm(text);
      this.posted.push({ path: url.pathname, fields, idempotencyKey: key });
      const [status, body] = this.tried(url.pathname, fields);
      if (key !== '') this.answers.set(key, { request: url.pathname + text, status, body });
      return [status, body];
    } catch (error) {
      return refusalOf(error);
    }
  }

  private tried(path: string, fields: FormFields): [number, object] {
    try {
      if (path.endsWith('/expire')) return [200, this.expire(path.split('/').at(-2) ?? '')];
      return [200, path === '/v1/refunds' ? this.makeRefund(fields) : this.makeSession(path, fields)];
    } catch (error) {
      return refusalOf(error);
    }
  }

  private read({ pathname, searchParams }: URL): object {
    if (pathname === '/v1/balance') return { object: 'balance', livemode: false, available: [], pending: [] };
    if (pathname === '/v1/refunds') {
      const intent = this.object(searchParams.get('charge') ?? '').payment_intent;
      const data = [...this.objects.values()].filter(one => one.object === 'refund' && one.payment_intent === intent);
      return { object: 'list', has_more: false, data };
    }
    const found = this.objects.get(pathname.split('/').at(-1) ?? '');
    if (!found) throw new StripeRefusal(404, 'No such object');
    return found;
  }

  private makeSession(path: string, fields: FormFields): StripeObject {
    if (path !== '/v1/checkout/sessions') throw new StripeRefusal(404, `Unrecognized request URL (POST: ${path})`);
    const lines = Object.values(fields.line_items as FormFields) as FormFields[];
    const prices = lines.map(line => line.price_data as FormFields);
    const minutes = (Number(fields.expires_at) - nowSeconds()) / 60;
    if (minutes < MINUTES_LEAST || minutes > MINUTES_MOST)
      throw new StripeRefusal(400, 'The `expires_at` timestamp is out of range');
    const amount = lines.reduce((sum, line, at) => sum + Number(line.quantity) * Number(prices[at]?.unit_amount), 0);
    const currency = String(prices[0]?.currency);
    if (!/^[a-z]{3}$/.test(currency) || prices.some(price => price.currency !== currency))
      throw new StripeRefusal(400, 'Invalid currency');
    if (!Number.isSafeInteger(amount) || amount > 99_999_999)
      throw new StripeRefusal(400, 'Amount must be no more than 999,999.99');
    const id = idOf('cs_test');
    const open = { object: 'checkout.session', status: 'open', payment_status: 'unpaid', payment_intent: null };
    return this.keep({ ...fields, ...open, id, amount_total: amount, currency, url: `${this.url}/pay/${id}` });
  }

  /** Only open pages can be closed. */
  private expire(id: string): StripeObject {
    const { status } = this.object(id);
    if (status !== 'open')
      throw new StripeRefusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
    return this.change(id, { status: 'expired' });
  }

  private makeRefund(fields: FormFields): StripeObject {
    const intent = this.object(String(fields.payment_intent));
    const amount = Number(fields.amount);
    const before = [...this.objects.values()].filter(
      one => one.object === 'refund' && one.payment_intent === intent.id,
    );
    const left = before.reduce((sum, one) => sum - Number(one.amount), Number(intent.amount));
    if (amount > left)
      throw new StripeRefusal(400, `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);
    const { currency, id } = intent;
    const metadata = isFields(fields.metadata) ? fields.metadata : {};
    return this.keep({
      id: idOf('re'),
      object: 'refund',
      amount,
      currency,
      status: 'succeeded',
      payment_intent: id,
      metadata,
    });
  }

  /** The page on which a payer pays, and from which the browser goes back. */
  private async page({ method }: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const session = this.object(id);
    if (method === 'POST') {
      const paid = this.pay(String(session.client_reference_id));
      if (this.webhookAddress !== '') await this.report(this.webhookAddress, 'checkout.session.completed', paid);
      response.writeHead(303, { location: String(session.success_url) }).end();
      return;
    }
    const html = `<h1>Pay ${String(session.amount_total)} ${String(session.currency)}</h1>
      <form method="post"><button>Pay</button></form><a href="${String(session.cancel_url)}">Back</a>`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  }

  private keep(object: StripeObject): StripeObject {
    this.objects.set(object.id, object);
    return object;
  }
}
