export * from './http/relay-door';
export * from './http/running-calls';
export * from './relay.module';
export * from './transport/upstream-client';
