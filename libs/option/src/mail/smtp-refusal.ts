/** The lowest final reply code: replies from 500 on are final (RFC 5321, section 4.2.1). */
const PERMANENT_FROM = 500;

/** A failure on the way to the mail server, fit for the log: without the password. */
export class SmtpRefusal extends Error {
  /** The code that our mail library gives, for example `EAUTH` or `ECONNREFUSED`. */
  readonly code: string;
  /** The server's reply code; 0 when it gave none. */
  readonly replyCode: number;

  /** @param password is taken out of the text, in which a server may have repeated it */
  constructor(error: unknown, password: string) {
    const { message, code, responseCode } = error as { message?: unknown; code?: unknown; responseCode?: unknown };
    const text = typeof message === 'string' ? message : String(error);
    super(password === '' ? text : text.replaceAll(password, '[secret]'));
    this.name = 'SmtpRefusal';
    this.code = typeof code === 'string' ? code : '';
    this.replyCode = typeof responseCode === 'number' ? responseCode : 0;
  }

  get isPermanent(): boolean {
    return this.replyCode >= PERMANENT_FROM;
  }
}
