import 'reflect-metadata';
import { dataSourceOptions, loadConfig, unlimitedOptions } from '@platform';
import { DataSource } from 'typeorm';
import { configDirectory } from '../paths';
import { entities } from './entities';
import { migrations } from './migrations';

/** The data source for the TypeORM command line: the configured database with all entities and migrations. */
export const dataSource = new DataSource(
  unlimitedOptions(dataSourceOptions(loadConfig(process.env, configDirectory()), { entities, migrations })),
);
