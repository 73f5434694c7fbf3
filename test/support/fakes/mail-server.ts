import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { eventually } from '../eventually';
import { type Factories } from '../clients/factories';

/** The encryption of the server: none, after STARTTLS, or from the first byte. */
export type MailServerMode = 'plain' | 'starttls' | 'tls';

/** A message as it arrived. */
export interface ReceivedMail {
  /** The sender in the envelope. */
  readonly from: string;
  /** The receivers in the envelope; the messages of this site have one receiver each. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** All other parts, as a mail reader reads them. */
  readonly parsed: Email;
  /** The message as it was sent over the wire. */
  readonly raw: string;
  /** The name by which the sender signed in; null when it did not. */
  readonly account: string | null;
  readonly isEncrypted: boolean;
}

export const MAIL_ACCOUNT = 'postmaster@site.example';
export const MAIL_PASSWORD = 'mail-password-7';

/** A real mail server on this machine that keeps the messages it receives. */
export class MailServer {
  /** Oldest first. */
  readonly messages: ReceivedMail[] = [];
  /** Passwords that clients sent to this server, and whether the connection was encrypted. */
  readonly passwordsHeard: { readonly password: string; readonly isEncrypted: boolean }[] = [];
  /** The number of messages that this server was offered, accepted or not. */
  offeredCount = 0;
  private readonly server: SMTPServer;
  private readonly given = new Set<ReceivedMail>();
  private refusal: { readonly replyCode: number; remaining: number } | null = null;

  constructor(private readonly mode: MailServerMode) {
    this.server = new SMTPServer({
      ...(mode === 'plain' ? { hideSTARTTLS: true, allowInsecureAuth: true } : selfSigned()),
      // This server is careless: it would take the password in clear, and only the sender can prevent that.
      ...(mode === 'starttls' ? { allowInsecureAuth: true } : {}),
      secure: mode === 'tls',
      authOptional: true,
      disableReverseLookup: true,
      closeTimeout: 100,
      onAuth: ({ username = '', password }, session, done) => {
        this.passwordsHeard.push({ password: password ?? '', isEncrypted: session.secure });
        if (username === MAIL_ACCOUNT && password === MAIL_PASSWORD) done(null, { user: username });
        else done(Object.assign(new Error(`canary-detail: ${password}`), { responseCode: 535 }));
      },
      onData: (stream, { envelope, secure, user }, done) => {
        const keep = async (): Promise<void> => {
          const raw = await buffer(stream);
          this.offeredCount += 1;
          this.refuseWhenTold();
          const parsed = await PostalMime.parse(raw);
          this.messages.push({
            from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
            to: envelope.rcptTo.map(receiver => receiver.address),
            subject: parsed.subject ?? '',
            text: parsed.text ?? '',
            html: parsed.html ?? '',
            parsed,
            raw: raw.toString('utf8'),
            account: typeof user === 'string' ? user : null,
            isEncrypted: secure,
          });
        };
        keep().then(() => done(), done);
      },
    });
    this.server.on('error', () => undefined); // clients that refuse our certificate or leave
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  listen(port = 0): Promise<void> {
    return new Promise(resolve => this.server.listen(port, '127.0.0.1', resolve));
  }

  /** Sets the mail options of a gateway, so that its mail comes here; the password is given to it. */
  async configure(
    app: { readonly make: Pick<Factories, 'option'> },
    overrides: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const options = {
      SMTPServer: '127.0.0.1',
      SMTPPort: this.port,
      SMTPAccount: MAIL_ACCOUNT,
      SMTPToken: MAIL_PASSWORD,
      SMTPFrom: '',
      SMTPSSLEnabled: this.mode === 'tls',
      ...overrides,
    };
    for (const [key, value] of Object.entries(options)) await app.make.option(key, value);
  }

  /**
   * Waits for the oldest message to an address that no earlier call has returned; fails when none comes within
   * fifteen seconds.
   */
  async waitFor(address: string): Promise<ReceivedMail> {
    const next = () => this.messages.find(mail => mail.to.includes(address) && !this.given.has(mail));
    const mail = await eventually(
      () => Promise.resolve(next()),
      found => found !== undefined,
    );
    if (!mail) throw new Error(`no mail came to ${address}`);
    this.given.add(mail);
    return mail;
  }

  /** Messages to one address, oldest first. */
  to(address: string): readonly ReceivedMail[] {
    return this.messages.filter(mail => mail.to.includes(address));
  }

  /** Refuses the next messages: 4xx means try again, 5xx is final. */
  refuseNext(replyCode: number, count = 1): void {
    this.refusal = { replyCode, remaining: count };
  }

  close(): Promise<void> {
    return new Promise(resolve => this.server.close(() => resolve()));
  }

  private refuseWhenTold(): void {
    if (!this.refusal || this.refusal.remaining === 0) return;
    this.refusal.remaining -= 1;
    throw Object.assign(new Error('not now, canary-detail'), { responseCode: this.refusal.replyCode });
  }
}

export async function startMailServer(mode: MailServerMode = 'plain'): Promise<MailServer> {
  const server = new MailServer(mode);
  await server.listen();
  return server;
}

/** A self-signed certificate that is valid for a day. */
function selfSigned(): { readonly key: Buffer; readonly cert: Buffer } {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-mail-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  try {
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
    execFileSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
