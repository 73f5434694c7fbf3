import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { isMailAddress } from '@contracts';
import { AppError, isAppError } from '@kernel';
import { CONFIG, Logger, Mailer, type Config, type Mail } from '@platform';
import { Options } from '../options/options';
import { MailQueue } from './mail-queue';
import { splitReceivers } from './receivers';
import { SmtpRefusal } from './smtp-refusal';
import { oneLine, smtpSettings, type SmtpSettings } from './smtp-settings';

/** Limit of each step of the conversation with the mail server. */
const STEP_TIMEOUT_MS = 10_000;
/** Limit of the whole conversation, for a server that keeps sending a little. */
const MESSAGE_TIMEOUT_MS = 30_000;

/** Sends mail through the mail server that the options name at that moment. */
@Injectable()
export class SmtpMailer extends Mailer implements OnApplicationShutdown {
  private readonly queue: MailQueue;

  constructor(
    private readonly options: Options,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Pick<Config, 'smtpAllowSelfSigned'>,
  ) {
    super();
    this.queue = new MailQueue((mail, signal) => this.sendEach(mail, signal), logger);
  }

  override send(mail: Mail): Promise<void> {
    return this.sendEach(mail);
  }

  override sendLater(mail: Mail): void {
    // Each receiver gets a mail of their own, so that another attempt for one receiver does not write to the others
    // twice.
    for (const receiver of splitReceivers(mail.to)) this.queue.add({ ...mail, to: [receiver] });
  }

  onApplicationShutdown(): Promise<void> {
    return this.queue.close();
  }

  /**
   * Sends to each receiver. A failure does not keep the other receivers from their mail; the last failure is thrown.
   */
  private async sendEach(mail: Mail, stop?: AbortSignal): Promise<void> {
    const receivers = splitReceivers(mail.to);
    let failure = receivers.length === 0 ? this.failed(new SmtpRefusal('no receiver', '')) : null;
    for (const receiver of receivers) {
      try {
        await this.sendOne(receiver, mail, stop);
      } catch (error) {
        if (isAppError(error, 'EMAIL_NOT_CONFIGURED')) throw error;
        failure = isAppError(error) ? error : this.failed(error);
      }
    }
    if (failure) throw failure;
  }

  private async sendOne(to: string, mail: Mail, stop?: AbortSignal): Promise<void> {
    const settings = smtpSettings(this.options.current, this.config);
    if (!isMailAddress(to)) throw this.failed(new SmtpRefusal('the receiver is no address', ''));
    const limit = AbortSignal.timeout(MESSAGE_TIMEOUT_MS);
    try {
      const { createTransport } = await import('nodemailer'); // large, and needed with the first mail only
      await createTransport(transportOptions(settings)).sendMail({
        from: settings.sender,
        to: { name: '', address: to },
        subject: oneLine(`${settings.sender.name} ${mail.subject}`),
        html: mail.html,
        text: mail.text,
        headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: asks for no out-of-office replies
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: stop ? AbortSignal.any([limit, stop]) : limit,
      });
    } catch (error) {
      throw this.failed(new SmtpRefusal(error, settings.login?.password ?? ''), settings);
    }
  }

  /** Logs the details, which the response to the caller leaves out. */
  private failed(cause: unknown, settings?: SmtpSettings): AppError {
    const { code, replyCode, message: reason } = cause instanceof SmtpRefusal ? cause : new SmtpRefusal(cause, '');
    const { host, port } = settings ?? {};
    this.logger.warn({ host, port, code, replyCode, reason }, 'a mail was not taken');
    return new AppError('EMAIL_SEND_FAILED', { cause });
  }
}

function transportOptions(settings: SmtpSettings) {
  const { login } = settings;
  return {
    host: settings.host,
    port: settings.port,
    secure: settings.isImplicitTls,
    requireTLS: settings.mustEncrypt,
    tls: { rejectUnauthorized: !settings.acceptsAnyCertificate },
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
  };
}
