import { BillingModule } from '@billing';
import { LogModule } from '@log';
import { Module, type DynamicModule } from '@nestjs/common';
import { PlatformModule, type Config } from '@platform';
import { entities } from './database/entities';
import { migrations } from './database/migrations';
import { Probes } from './probes';
import { Schedule } from './schedule';

/** Composition root: the only file that imports every module. */
@Module({})
export class AppModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [PlatformModule.forRoot(config, { entities, migrations }), BillingModule, LogModule],
      providers: [Probes, Schedule],
    };
  }
}
