import {
  Role,
  type PriceListComparison,
  type PriceSaved,
  type PriceTable,
  type PriceVersion,
  type PriceVersionDetail,
} from '@contracts';
import { Body, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ConsoleController, CurrentActor, IdParam, UserLimit, type Actor } from '@platform';
import { PriceListService } from '../list/price-list.service';
import { PriceListDto, PriceSaveDto } from './price-table.dto';
import { PriceTableService } from './price-table.service';

/** A comparison reads some megabytes. */
const COMPARISONS = { limit: 20, windowMs: 60_000 } as const;

/** All prices as one table, its versions, and public lists beside it. */
@ConsoleController('api/option/prices', Role.Admin)
export class PriceTableController {
  constructor(
    private readonly prices: PriceTableService,
    private readonly lists: PriceListService,
  ) {}

  @Get()
  table(): PriceTable {
    return this.prices.table();
  }

  @Put()
  save(@Body() body: PriceSaveDto, @CurrentActor() actor: Actor): Promise<PriceSaved> {
    return this.prices.save(body, actor);
  }

  @Get('versions')
  versions(): Promise<readonly PriceVersion[]> {
    return this.prices.listVersions();
  }

  @Get('versions/:id')
  version(@Param('id', IdParam) id: number): Promise<PriceVersionDetail> {
    return this.prices.version(id);
  }

  @Post('versions/:id/restore')
  @HttpCode(200)
  restore(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<PriceSaved> {
    return this.prices.restore(id, actor);
  }

  @Post('compare')
  @HttpCode(200)
  @UserLimit('price-list', COMPARISONS)
  compare(@Body() body: PriceListDto): Promise<PriceListComparison> {
    return this.lists.compare(body);
  }
}
