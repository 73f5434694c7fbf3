import { Role, type AccessReport } from '@contracts';
import { languageOf } from '@kernel';
import { Get, Headers, Param, Query } from '@nestjs/common';
import { ConsoleController, CurrentCaller, IdParam, UserLimit, type Caller } from '@platform';
import { AccessReportQueryDto } from './access-report.dto';
import { AccessReportService } from './access-report.service';

/** Each answer may walk over every channel and model. */
const QUESTIONS = { limit: 120, windowMs: 60_000 } as const;

/** What keys reach. It lives with the relay, whose own decisions it tells. */
@ConsoleController('api/token', Role.User)
export class AccessReportController {
  constructor(private readonly reach: AccessReportService) {}

  /** Administrators may ask about any key and see channels; everybody else about the own keys, and sees none. */
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
