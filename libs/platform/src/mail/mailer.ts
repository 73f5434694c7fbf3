/** An e-mail message. */
export interface Mail {
  /** Addresses of the receivers; each gets a separate message and sees no other address. */
  readonly to: readonly string[];
  /** One line, without the name of the site. */
  readonly subject: string;
  /** A whole document; everything that came from a user is escaped in it. */
  readonly html: string;
  /** The content as plain text, for readers without HTML. */
  readonly text: string;
}

/** Sends mail; provided by option, which holds the settings of the mail server. */
export abstract class Mailer {
  /**
   * Resolves when the mail server has accepted the message.
   *
   * @throws AppError EMAIL_NOT_CONFIGURED without mail settings, EMAIL_SEND_FAILED for any other failure; details are
   * in the server's log only
   */
  abstract send(mail: Mail): Promise<void>;

  /** Sends in the background, with two more attempts; a failure is logged and not reported to the caller. */
  abstract sendLater(mail: Mail): void;
}
