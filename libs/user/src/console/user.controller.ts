import { Body, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { Role, type AdminUser, type OwnUser, type UserManaged } from '@contracts';
import { AppError } from '@kernel';
import {
  Answer,
  ConsoleController,
  CurrentActor,
  CurrentCaller,
  IdParam,
  pageRequest,
  type Actor,
  type Caller,
  type PageRequest,
} from '@platform';
import { UserEditService } from './user-edit.service';
import { UserListReadModel, type UserFilter } from './user-list.read-model';
import { UserManageService } from './user-manage.service';
import { UserCreateDto, UserEditDto, UserManageDto, UserSearchDto } from './user.dto';
import { mayActOn } from '../store/user.mapper';
import { UserService } from './user.service';
import { UserStore } from '../store/user.store';

/** The rows that a search without page fields shows. */
const SEARCH_ROWS = { skip: 0, take: 100 } as const;

/** The routes of the administrators' user table. */
@ConsoleController('api/user', Role.Admin)
export class UserController {
  constructor(
    private readonly users: UserService,
    private readonly edits: UserEditService,
    private readonly management: UserManageService,
    private readonly list: UserListReadModel,
    private readonly store: UserStore,
  ) {}

  @Get()
  page(@Query() query: UserSearchDto, @CurrentCaller() caller: Caller): Promise<Answer<readonly AdminUser[]>> {
    return this.answerPage({}, pageRequest(query.p, query.page_size), caller);
  }

  @Get('search')
  search(@Query() query: UserSearchDto, @CurrentCaller() caller: Caller): Promise<Answer<readonly AdminUser[]>> {
    const isPaged = query.p !== undefined || query.page_size !== undefined;
    return this.answerPage(query, isPaged ? pageRequest(query.p, query.page_size) : SEARCH_ROWS, caller);
  }

  @Get(':id')
  async one(@Param('id', IdParam) id: number, @CurrentCaller() caller: Caller): Promise<OwnUser> {
    const user = await this.store.find(id);
    if (!user) throw new AppError('USER_NOT_FOUND');
    if (!mayActOn(caller.role, user)) throw new AppError('USER_READ_DENIED');
    return this.list.whole(user);
  }

  @Post()
  create(@Body() request: UserCreateDto, @CurrentActor() actor: Actor): Promise<void> {
    return this.users.createFor(actor, request);
  }

  @Put()
  edit(@Body() request: UserEditDto, @CurrentActor() actor: Actor): Promise<void> {
    return this.edits.edit(actor, request);
  }

  @Post('manage')
  manage(@Body() request: UserManageDto, @CurrentActor() actor: Actor): Promise<UserManaged> {
    return this.management.manage(actor, request.id, request.action);
  }

  @Delete(':id')
  remove(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.management.delete(actor, id);
  }

  private async answerPage(
    filter: UserFilter,
    page: PageRequest,
    caller: Caller,
  ): Promise<Answer<readonly AdminUser[]>> {
    const { rows, total } = await this.list.page(filter, caller.role, page);
    return new Answer(rows, { extras: { total, page: page.skip / page.take, page_size: page.take } });
  }
}
