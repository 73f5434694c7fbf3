import { isMailAddress, type OptionValues } from '@contracts';
import { AppError } from '@kernel';
import { type Config } from '@platform';
import { SmtpRefusal } from './smtp-refusal';

/** The options that say how mail leaves this site. */
export type MailOptions = Pick<
  OptionValues,
  'SMTPServer' | 'SMTPPort' | 'SMTPAccount' | 'SMTPFrom' | 'SMTPToken' | 'SMTPSSLEnabled' | 'SystemName'
>;

/** How to reach the mail server, and the sender in whose name mail is sent. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** True for TLS from the first byte; otherwise STARTTLS when the server offers it. */
  readonly isImplicitTls: boolean;
  /** True when nothing is sent, and above all no password, unless the connection is encrypted. */
  readonly mustEncrypt: boolean;
  readonly acceptsAnyCertificate: boolean;
  /** Null when the server takes mail from this machine without a password. */
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly sender: { readonly name: string; readonly address: string };
}

/** The port whose protocol is TLS from the first byte (RFC 8314). */
const IMPLICIT_TLS_PORT = 465;

/**
 * Reads the mail options.
 *
 * @throws AppError EMAIL_NOT_CONFIGURED without a server or a sender, SmtpRefusal when the sender is no address
 */
export function smtpSettings(options: MailOptions, config: Pick<Config, 'smtpAllowSelfSigned'>): SmtpSettings {
  if (!canSendMail(options)) throw new AppError('EMAIL_NOT_CONFIGURED');
  const host = options.SMTPServer.trim().replace(/^\[(.*)\]$/, '$1');
  const account = options.SMTPAccount.trim();
  const address = senderOf(options);
  if (!isMailAddress(address)) throw new SmtpRefusal('the sender is no address', '');
  const login = account === '' || options.SMTPToken === '' ? null : { user: account, password: options.SMTPToken };
  return {
    host,
    port: options.SMTPPort,
    isImplicitTls: options.SMTPSSLEnabled || options.SMTPPort === IMPLICIT_TLS_PORT,
    mustEncrypt: login !== null && !isLoopback(host),
    acceptsAnyCertificate: config.smtpAllowSelfSigned,
    login,
    sender: { name: oneLine(options.SystemName), address },
  };
}

/** True when a server and a sender are set; without them no mail can be sent. */
export function canSendMail(options: Pick<MailOptions, 'SMTPServer' | 'SMTPAccount' | 'SMTPFrom'>): boolean {
  return options.SMTPServer.trim() !== '' && senderOf(options) !== '';
}

function senderOf({ SMTPFrom, SMTPAccount }: Pick<MailOptions, 'SMTPFrom' | 'SMTPAccount'>): string {
  return SMTPFrom.trim() || SMTPAccount.trim();
}

/** Makes a text fit for a header: control characters, line breaks above all, become spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** True for a name of this machine itself; a connection that leaves the machine may be overheard. */
function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
