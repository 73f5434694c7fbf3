import { Injectable } from '@nestjs/common';
import { isAppError } from '@kernel';
import { mailLayout, type MailContent } from '@option';
import { Mailer } from '@platform';
import { alertTexts, type AlertMessage, type AlertText } from '../formats/alert-text';
import { refusedBecause, type WireOutcome } from '../formats/wire';
import { wires } from '../formats/wires';
import { type Receiver } from '../store/receiver';
import { AlertClient, Unreachable } from '../transport/alert-client';

/** Sends one message to one receiver, in its form and its languages. It never throws. */
@Injectable()
export class MessageSender {
  constructor(
    private readonly mailer: Mailer,
    private readonly client: AlertClient,
  ) {}

  /** @param target the address of a mail; nothing for other receivers */
  async send(receiver: Receiver, target: string, message: AlertMessage): Promise<WireOutcome> {
    const texts = alertTexts(message, receiver.language);
    try {
      return receiver.kind === 'mail'
        ? await this.mail(target, message, texts)
        : await this.post(receiver.kind, receiver, message, texts);
    } catch (error) {
      if (error instanceof Unreachable) return refusedBecause(error.message, { mayRetry: true });
      // What is left are addresses that are none, and faults of ours: neither goes away by itself.
      return refusedBecause(error instanceof Error ? error.message : String(error));
    }
  }

  private async post(
    kind: keyof typeof wires,
    { fields }: Receiver,
    message: AlertMessage,
    texts: readonly AlertText[],
  ): Promise<WireOutcome> {
    const wire = wires[kind];
    const request = wire.write({ fields, message, texts, nowMs: Date.now() });
    return wire.read(await this.client.post(request));
  }

  private async mail(to: string, message: AlertMessage, texts: readonly AlertText[]): Promise<WireOutcome> {
    const subject = texts.map(({ title }) => title).join(' / ');
    const contents = texts.map(({ title, lines, open }): MailContent => {
      return {
        title,
        paragraphs: lines,
        ...(message.url !== '' && { action: { label: open, url: message.url } }),
      };
    });
    try {
      await this.mailer.send({ to: [to], subject, ...mailLayout(...contents) });
      return { isTaken: true };
    } catch (error) {
      if (!isAppError(error)) throw error;
      return refusedBecause(error.message, { mayRetry: isAppError(error, 'EMAIL_SEND_FAILED') });
    }
  }
}
