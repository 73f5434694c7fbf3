import { Global, Module } from '@nestjs/common';
import { Ledger } from '@billing';
import { systemClock } from '@kernel';
import { ChangeNotices, EventBus, Limiter } from '@platform';
import { TeamDirectory } from '@team';
import { UserModule, UserStore } from '@user';
import { RefusedAddresses } from './refused-addresses';
import { TokenChanges } from './token-changes';
import { TokenGate } from './token-gate';
import { TokenLearning } from './token-learning';
import { TokenListReadModel } from './token-list.read-model';
import { TokenRotationService } from './token-rotation.service';
import { TokenRetirement } from './token-retirement';
import { TokenUses } from './token-uses';
import { AdminTokenController } from './admin-token.controller';
import { AdminTokenService } from './admin-token.service';
import { ExpiryReminder } from './expiry-reminder';
import { TokenTemplateController } from './token-template.controller';
import { TokenTemplateEntity } from './token-template.entity';
import { TokenTemplateService } from './token-template.service';
import { TeamTokenController } from './team-token.controller';
import { TeamTokens } from './team-tokens';
import { TokenController } from './token.controller';
import { TokenEntity } from './token.entity';
import { TokenService } from './token.service';
import { TokenStore } from './token.store';

export const tokenEntities = [TokenEntity, TokenTemplateEntity];

/**
 * API keys: their page in the console, and the gate that every relay call passes. The module is global, because all
 * relay routes share the gate.
 */
@Global()
@Module({
  imports: [UserModule],
  controllers: [TeamTokenController, TokenController, AdminTokenController, TokenTemplateController],
  providers: [
    TokenStore,
    TokenChanges,
    TokenRetirement,
    TokenLearning,
    TokenUses,
    RefusedAddresses,
    TokenListReadModel,
    TokenService,
    TeamTokens,
    TokenRotationService,
    AdminTokenService,
    TokenTemplateService,
    ExpiryReminder,
    {
      provide: TokenGate,
      inject: [
        TokenStore,
        UserStore,
        TeamDirectory,
        Ledger,
        Limiter,
        TokenRetirement,
        TokenLearning,
        TokenUses,
        RefusedAddresses,
        EventBus,
        ChangeNotices,
      ],
      useFactory: (
        tokens: TokenStore,
        users: UserStore,
        teams: TeamDirectory,
        ledger: Ledger,
        limiter: Limiter,
        retirement: TokenRetirement,
        learning: TokenLearning,
        uses: TokenUses,
        refusedAddresses: RefusedAddresses,
        events: EventBus,
        notices: ChangeNotices,
      ) => {
        const keys = { tokens, retirement, learning, uses, refusedAddresses };
        return new TokenGate({ ...keys, users, teams, ledger, limiter, events, notices, clock: systemClock });
      },
    },
  ],
  exports: [TokenGate, TokenUses, ExpiryReminder],
})
export class TokenModule {}
