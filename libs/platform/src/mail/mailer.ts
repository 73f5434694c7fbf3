/** A message to people. */
export interface Mail {
  /** Addresses; each gets a message of its own and sees no other. */
  readonly to: readonly string[];
  /** One line, without the name of the site. */
  readonly subject: string;
  /** A whole document; everything that came from a user is escaped in it. */
  readonly html: string;
  /** The same for readers without HTML. */
  readonly text: string;
}

/** Sends mail; provided by option, which holds the settings of the mail server. */
export abstract class Mailer {
  /**
   * Resolves when the mail server has taken the message.
   *
   * @throws AppError EMAIL_NOT_CONFIGURED without mail settings, EMAIL_SEND_FAILED whatever else went wrong; details are
   *   in the server's log only
   */
  abstract send(mail: Mail): Promise<void>;

  /** Sends behind the caller's back, with two more tries; a failure is logged and nobody hears of it. */
  abstract sendLater(mail: Mail): void;
}
