export * from './http/playground.routes';
export * from './http/relay-door';
export * from './http/running-calls';
export { ChannelSweep } from './probe/channel-sweep.service';
export * from './relay.module';
export * from './transport/upstream-client';
export { RealtimeDoor } from './realtime/realtime-door';
