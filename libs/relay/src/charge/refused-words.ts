import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Logger } from '@platform';
import { type AdmittedCall } from '../admission/admit';
import { type ReceivedCall } from '../call/received-call';
import { SensitiveWords } from '../moderation/sensitive-words';
import { ErrorLog } from './error-log';

/** Refuses prompts that hold a word of the operator's list. */
@Injectable()
export class RefusedWords {
  constructor(
    private readonly words: SensitiveWords,
    private readonly errors: ErrorLog,
    private readonly logger: Logger,
  ) {}

  /** Whether the options ask for prompts to be searched, and there are words to search for. */
  get areSought(): boolean {
    return this.words.areSoughtInPrompts;
  }

  /** @throws AppError RELAY_SENSITIVE before anything is reserved or sent; only the operator's log names the words */
  async refuseIn(received: ReceivedCall, { group }: AdmittedCall): Promise<void> {
    const { call, requestId } = received;
    const words = await this.words.inPrompt(call.parsed);
    if (words.length === 0) return;
    this.logger.warn({ requestId, words }, 'a prompt holds sensitive words');
    this.errors.warn({ received, group, upstreamModel: call.model, plan: null });
    throw new AppError('RELAY_SENSITIVE');
  }
}
