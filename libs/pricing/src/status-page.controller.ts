import { Get } from '@nestjs/common';
import { type PublicHealth } from '@contracts';
import { AppError } from '@kernel';
import { Options } from '@option';
import { PublicController } from '@platform';
import { StatusPage } from './status-page.service';

/** The public status page, which does not exist while it is switched off. */
@PublicController('api/status/health')
export class StatusPageController {
  constructor(
    private readonly page: StatusPage,
    private readonly options: Options,
  ) {}

  @Get()
  async health(): Promise<PublicHealth> {
    if (!this.options.current.StatusPageEnabled) {
      throw new AppError('COMMON_ROUTE_UNKNOWN', { params: { method: 'GET', path: '/api/status/health' } });
    }
    return this.page.page();
  }
}
