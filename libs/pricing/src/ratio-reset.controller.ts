import { Headers, Post } from '@nestjs/common';
import { Role } from '@contracts';
import { languageOf, noticeOf } from '@kernel';
import { Options } from '@option';
import { Answer, ConsoleController, CurrentActor, type Actor } from '@platform';

/** Puts the shipped model ratios back. Prices per call and completion ratios stay as they are. */
@ConsoleController('api/option', Role.Admin)
export class RatioResetController {
  constructor(private readonly options: Options) {}

  @Post('rest_model_ratio')
  async reset(
    @CurrentActor() actor: Actor,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<Answer<undefined>> {
    await this.options.reset('ModelRatio', actor);
    return new Answer(undefined, { message: noticeOf('OPTION_RATIO_RESET', languageOf(acceptLanguage)) });
  }
}
