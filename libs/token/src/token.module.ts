import { Global, Module } from '@nestjs/common';
import { Ledger } from '@billing';
import { systemClock } from '@kernel';
import { ChangeNotices, EventBus, Limiter } from '@platform';
import { UserModule, UserStore } from '@user';
import { TokenChanges } from './token-changes';
import { TokenGate } from './token-gate';
import { TokenListReadModel } from './token-list.read-model';
import { TokenRetirement } from './token-retirement';
import { TokenUses } from './token-uses';
import { TokenController } from './token.controller';
import { TokenEntity } from './token.entity';
import { TokenService } from './token.service';
import { TokenStore } from './token.store';

export const tokenEntities = [TokenEntity];

/** API keys: their page in the console, and the gate every relay call passes. Global, because all relay doors share it. */
@Global()
@Module({
  imports: [UserModule],
  controllers: [TokenController],
  providers: [
    TokenStore,
    TokenChanges,
    TokenRetirement,
    TokenUses,
    TokenListReadModel,
    TokenService,
    {
      provide: TokenGate,
      inject: [TokenStore, UserStore, Ledger, Limiter, TokenRetirement, TokenUses, EventBus, ChangeNotices],
      useFactory: (
        tokens: TokenStore,
        users: UserStore,
        ledger: Ledger,
        limiter: Limiter,
        retirement: TokenRetirement,
        uses: TokenUses,
        events: EventBus,
        notices: ChangeNotices,
      ) => new TokenGate({ tokens, users, ledger, limiter, retirement, uses, events, notices, clock: systemClock }),
    },
  ],
  exports: [TokenGate, TokenUses],
})
export class TokenModule {}
