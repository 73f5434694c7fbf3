export * from './log-quota';
export * from './option.entity';
export * from './option.module';
export { Options, type OptionActor } from './options';
export * from './site-facts';
