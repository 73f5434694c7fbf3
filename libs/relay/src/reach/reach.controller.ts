import { Role, type TokenReach } from '@contracts';
import { languageOf } from '@kernel';
import { Get, Headers, Param, Query } from '@nestjs/common';
import { ConsoleController, CurrentCaller, IdParam, UserLimit, type Caller } from '@platform';
import { ReachQueryDto } from './reach.dto';
import { ReachService } from './reach.service';

/** Each answer may walk over every channel and model. */
const QUESTIONS = { limit: 120, windowMs: 60_000 } as const;

/** What keys reach. It lives with the relay, whose own decisions it tells. */
@ConsoleController('api/token', Role.User)
export class ReachController {
  constructor(private readonly reach: ReachService) {}

  /** Administrators may ask about any key and see channels; everybody else about the own keys, and sees none. */
  @Get(':id/reach')
  @UserLimit('token-reach', QUESTIONS)
  one(
    @Param('id', IdParam) id: number,
    @Query() query: ReachQueryDto,
    @CurrentCaller() caller: Caller,
    @Headers('accept-language') languages: string | undefined,
  ): Promise<TokenReach> {
    return this.reach.of(id, query, { caller, language: languageOf(languages) });
  }
}
