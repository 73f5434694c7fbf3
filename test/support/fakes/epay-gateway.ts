import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

export type EpayForm = Readonly<Record<string, string>>;

/** The time after which a payment page without a payment counts as abandoned by the test. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 40;

/** The signature of both directions, implemented here again, so that server and gateway cannot share a mistake. */
export function epaySign(fields: EpayForm, key: string): string {
  const names = Object.keys(fields)
    .filter(name => name !== 'sign' && name !== 'sign_type' && fields[name] !== '')
    .sort();
  const text = names.map(name => `${name}=${fields[name]}`).join('&');
  return createHash('md5')
    .update(text + key)
    .digest('hex');
}

/** The ways in which a gateway reports: a form posted to the merchant's address, or its fields in the query. */
export type NotifyMethod = 'GET' | 'POST';

let reported = 0;

/**
 * A payment gateway of the "easy pay" family over real sockets. It takes the form that a browser posts and checks it
 * like the real ones. Once a payer pays, it reports to the merchant again and again until it reads the bare word
 * `success`.
 */
export class EpayGateway {
  private readonly pages = new Map<string, EpayForm>();

  private constructor(
    private readonly server: Server,
    /** The address for the option PayAddress; it has a path, because some gateways have one. */
    readonly url: string,
    readonly merchantId: string,
    readonly key: string,
  ) {}

  static async start(merchantId = '1001', key = 'epay-key-of-the-merchant-0123456789'): Promise<EpayGateway> {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const gateway = new EpayGateway(server, `http://127.0.0.1:${port}/epay`, merchantId, key);
    server.on('request', (request, response) => {
      void readBody(request).then(body => {
        const page = gateway.open(`${request.method} ${request.url}`, body);
        response.writeHead(page ? 200 : 400, { 'content-type': 'text/html' }).end(page ?? 'sign error');
      });
    });
    return gateway;
  }

  /** Every option that the merchant fills in. */
  options(serverAddress: string): Readonly<Record<string, string>> {
    return { PayAddress: this.url, EpayId: this.merchantId, EpayKey: this.key, ServerAddress: serverAddress };
  }

  /** Opens the page as the payer's browser does after the pay call. @returns the page that it shows */
  async visit(url: string, form: EpayForm): Promise<string> {
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
    return response.text();
  }

  /** The signed fields of a report about a form; changes are made before the signature. */
  notifyFields(form: EpayForm, changes: EpayForm = {}): EpayForm {
    const fields: EpayForm = {
      pid: form.pid ?? '',
      trade_no: `2024112022${String((reported += 1)).padStart(9, '0')}`,
      out_trade_no: form.out_trade_no ?? '',
      type: form.type ?? '',
      name: form.name ?? '',
      money: form.money ?? '',
      trade_status: 'TRADE_SUCCESS',
      ...changes,
    };
    return { ...fields, sign: epaySign(fields, this.key), sign_type: 'MD5' };
  }

  /** Pays on the page of an order. @returns how often it was reported until the merchant confirmed */
  async pay(tradeNo: string, method: NotifyMethod = 'GET'): Promise<number> {
    const form = this.pages.get(tradeNo);
    if (!form) throw new Error(`nobody opened a payment page for ${tradeNo}`);
    const fields = this.notifyFields(form);
    const deadline = performance.now() + PATIENCE_MS;
    for (let attempt = 1; performance.now() < deadline; attempt += 1) {
      // The gateway goes on when the merchant does not respond.
      const answer = await report(form.notify_url ?? '', fields, method).catch(() => null);
      if (answer?.status === 200 && answer.text === 'success') return attempt;
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
    }
    throw new Error(`the merchant never confirmed ${tradeNo}`);
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise(resolve => this.server.close(() => resolve()));
  }

  private open(request: string, body: string): string | null {
    const form = Object.fromEntries(new URLSearchParams(body));
    const isMine = request === 'POST /epay/submit.php' && form.pid === this.merchantId;
    if (!isMine || form.sign !== epaySign(form, this.key) || !/^\d+\.\d\d$/.test(form.money ?? '')) return null;
    this.pages.set(form.out_trade_no ?? '', form);
    return `<h1>Pay ${form.money}</h1>`;
  }
}

/** One report, as the gateway sends it. */
export async function report(
  address: string,
  fields: EpayForm | URLSearchParams,
  method: NotifyMethod = 'GET',
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
  const parameters = new URLSearchParams(fields);
  const response =
    method === 'GET' ? await fetch(`${address}?${parameters}`) : await fetch(address, { method, body: parameters });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
