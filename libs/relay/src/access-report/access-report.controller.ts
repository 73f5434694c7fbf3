import { Role, type AccessReport } from '@contracts';
import { languageOf } from '@kernel';
import { Get, Headers, Param, Query } from '@nestjs/common';
import { ConsoleController, CurrentCaller, IdParam, UserLimit, type Caller } from '@platform';
import { AccessReportQueryDto } from './access-report.dto';
import { AccessReportService } from './access-report.service';

/** One report may go through every channel and every model, so the number of requests is limited. */
const QUESTIONS = { limit: 120, windowMs: 60_000 } as const;

/**
 * Reports which models and channels an API key can use. It lives in the relay because it runs the relay's own
 * decisions.
 */
@ConsoleController('api/token', Role.User)
export class AccessReportController {
  constructor(private readonly reach: AccessReportService) {}

  /**
   * Administrators may ask about any key and see the channels; all other users may ask about their own keys and see no
   * channels.
   */
  @Get(':id/reach')
  @UserLimit('token-reach', QUESTIONS)
  one(
    @Param('id', IdParam) id: number,
    @Query() query: AccessReportQueryDto,
    @CurrentCaller() caller: Caller,
    @Headers('accept-language') languages: string | undefined,
  ): Promise<AccessReport> {
    return this.reach.of(id, query, { caller, language: languageOf(languages) });
  }
}
