import { LogType } from '@contracts';
import { AppError } from '@kernel';
import { sentenceFields } from '@log';
import { Injectable } from '@nestjs/common';
import { Logger } from '@platform';
import { ErrorLog, SensitiveWords } from '@relay';
import { type ApiCaller } from '@token';
import { type CallFacts } from '../http/task-router';

/** The caller, the call and the model of checked texts. */
export interface ModeratedCall {
  readonly caller: ApiCaller;
  readonly request: CallFacts;
  readonly model: string;
}

/** Checks the texts of a submission against the operator's list of sensitive words. */
@Injectable()
export class TaskModeration {
  constructor(
    private readonly words: SensitiveWords,
    private readonly errors: ErrorLog,
    private readonly logger: Logger,
  ) {}

  /**
   * @param said the user's texts by field
   * @throws AppError RELAY_SENSITIVE; only the operator's log names the words
   */
  async check(said: Readonly<Record<string, unknown>>, { caller, request, model }: ModeratedCall): Promise<void> {
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
