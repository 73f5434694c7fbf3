import { Body, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import {
  Role,
  type LogPageView,
  type TeamDetail,
  type TeamInvitationOffer,
  type TeamInvited,
  type TeamSummary,
  type TeamUsageRow,
} from '@contracts';
import { LogQueryDto } from '@log';
import {
  Answer,
  ConsoleController,
  CurrentActor,
  CurrentCaller,
  IdParam,
  PageQueryDto,
  pageRequest,
  RequiredRole,
  UserLimit,
  type Actor,
  type Caller,
} from '@platform';
import { TeamInvitations } from './team-invitations';
import { TeamMembers } from './team-members';
import { TeamUsage } from './team-usage';
import { TeamWallet } from './team-wallet';
import {
  TeamCodeDto,
  TeamCreateDto,
  TeamEditDto,
  TeamInviteDto,
  TeamMemberEditDto,
  TeamTransferDto,
  TeamUsageQueryDto,
} from './team.dto';
import { TeamsService } from './teams.service';

/** Invitations may be mailed, so they are limited. */
const INVITING = { limit: 20, windowMs: 600_000 } as const;

/** Teams, for those who are in them; administrators reach all of them. What one may do there depends on one's role. */
@ConsoleController('api/team', Role.User)
export class TeamController {
  constructor(
    private readonly teams: TeamsService,
    private readonly wallet: TeamWallet,
    private readonly members: TeamMembers,
    private readonly invitations: TeamInvitations,
    private readonly uses: TeamUsage,
  ) {}

  @Get()
  mine(@CurrentCaller() caller: Caller): Promise<readonly TeamSummary[]> {
    return this.teams.mine(caller);
  }

  @Get('all')
  @RequiredRole(Role.Admin)
  async all(@CurrentCaller() caller: Caller, @Query() query: PageQueryDto): Promise<Answer<readonly TeamSummary[]>> {
    const page = pageRequest(query.p, query.page_size);
    const { rows, total } = await this.teams.page(caller, page);
    return new Answer(rows, { extras: { total, page: page.skip / page.take, page_size: page.take } });
  }

  @Post()
  create(@Body() request: TeamCreateDto, @CurrentActor() actor: Actor): Promise<TeamDetail> {
    return this.teams.create(actor, request);
  }

  /** What an invitation offers to whoever has its code. */
  @Get('join/:code')
  offer(@Param('code') code: string): Promise<TeamInvitationOffer> {
    return this.invitations.offer(code);
  }

  /** Joins the team of an invitation. */
  @Post('join')
  async join(@Body() { code }: TeamCodeDto, @CurrentActor() actor: Actor): Promise<TeamDetail> {
    return this.teams.detail(actor, await this.invitations.accept(actor, code));
  }

  @Get(':id')
  detail(@Param('id', IdParam) id: number, @CurrentCaller() caller: Caller): Promise<TeamDetail> {
    return this.teams.detail(caller, id);
  }

  @Put(':id')
  edit(
    @Param('id', IdParam) id: number,
    @Body() request: TeamEditDto,
    @CurrentActor() actor: Actor,
  ): Promise<TeamDetail> {
    return this.teams.edit(actor, id, request);
  }

  /** What is left of the wallet goes to the owner. */
  @Delete(':id')
  remove(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.teams.remove(actor, id);
  }

  /** Moves money into the wallet or out of it. */
  @Post(':id/money')
  async move(
    @Param('id', IdParam) id: number,
    @Body() request: TeamTransferDto,
    @CurrentActor() actor: Actor,
  ): Promise<TeamDetail> {
    await this.wallet.move(actor, id, request);
    return this.teams.detail(actor, id);
  }

  /** Changes the role or the cap of a member. */
  @Put(':id/member/:user_id')
  async editMember(
    @Param('id', IdParam) id: number,
    @Param('user_id', IdParam) userId: number,
    @Body() request: TeamMemberEditDto,
    @CurrentActor() actor: Actor,
  ): Promise<TeamDetail> {
    await this.members.edit(actor, id, userId, request);
    return this.teams.detail(actor, id);
  }

  /** Removes a member, or leaves the team. */
  @Delete(':id/member/:user_id')
  removeMember(
    @Param('id', IdParam) id: number,
    @Param('user_id', IdParam) userId: number,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.members.remove(actor, id, userId);
  }

  /** Makes a link that is good once; with an address it is mailed there, too. */
  @Post(':id/invitation')
  @UserLimit('team-invitation', INVITING)
  invite(
    @Param('id', IdParam) id: number,
    @Body() request: TeamInviteDto,
    @CurrentActor() actor: Actor,
  ): Promise<TeamInvited> {
    return this.invitations.invite(actor, id, request);
  }

  @Delete(':id/invitation/:invitation_id')
  withdraw(
    @Param('id', IdParam) id: number,
    @Param('invitation_id', IdParam) invitationId: number,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.invitations.withdraw(actor, id, invitationId);
  }

  /** Calls with keys of the team: all of them for managers, their own ones for members. */
  @Get(':id/log')
  log(
    @Param('id', IdParam) id: number,
    @Query() query: LogQueryDto,
    @CurrentCaller() caller: Caller,
  ): Promise<LogPageView> {
    return this.uses.log(caller, id, query);
  }

  @Get(':id/usage')
  usage(
    @Param('id', IdParam) id: number,
    @Query() query: TeamUsageQueryDto,
    @CurrentCaller() caller: Caller,
  ): Promise<readonly TeamUsageRow[]> {
    return this.uses.usage(caller, id, query);
  }
}
