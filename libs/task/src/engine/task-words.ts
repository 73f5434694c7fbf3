import { LogType } from '@contracts';
import { AppError } from '@kernel';
import { sentenceFields } from '@log';
import { Injectable } from '@nestjs/common';
import { Logger } from '@platform';
import { ErrorLog, SensitiveWords } from '@relay';
import { type ApiCaller } from '@token';
import { type SubmitRequest } from './task-platform';

/** Who says something to which model. */
export interface Saying {
  readonly caller: ApiCaller;
  readonly request: SubmitRequest;
  readonly model: string;
}

/** The operator's list of words, before work is ordered. */
@Injectable()
export class TaskWords {
  constructor(
    private readonly words: SensitiveWords,
    private readonly errors: ErrorLog,
    private readonly logger: Logger,
  ) {}

  /**
   * @param said what a person wrote, by its fields
   * @throws AppError RELAY_SENSITIVE; which words they were is for the operator's log alone
   */
  async check(said: Readonly<Record<string, unknown>>, { caller, request, model }: Saying): Promise<void> {
    const words = await this.words.inPrompt(said);
    if (words.length === 0) return;
    this.logger.warn({ requestId: request.id, words }, 'a prompt holds sensitive words');
    this.errors.write({
      type: LogType.Warning,
      userId: caller.userId,
      username: caller.username,
      tokenId: caller.tokenId,
      tokenName: caller.tokenName,
      tokenGroup: caller.tokenGroup || caller.userGroup,
      modelName: model,
      useTimeMs: Math.round(performance.now() - request.startedAt),
      channelId: 0,
      clientIp: request.ip,
      requestId: request.id,
      ...sentenceFields({ key: 'words_refused' }, { request_path: request.path }),
    });
    throw new AppError('RELAY_SENSITIVE');
  }
}
