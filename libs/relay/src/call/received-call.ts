import { type IncomingHttpHeaders } from 'node:http';
import { type CallRecording } from '@inspector';
import { type ApiCaller } from '@token';
import { type CallTrace } from '../tracing/call-trace';
import { type RelayCall } from './relay-call';

/** A call with its caller, as a route has received and read it; it goes through the relay unchanged. */
export interface ReceivedCall {
  readonly requestId: string;
  readonly caller: ApiCaller;
  readonly call: RelayCall;
  /** The name that the caller wrote, where an alias or a chain led to another model. */
  readonly askedModel?: string;
  readonly clientIp: string;
  /** The path as the log shows it. */
  readonly path: string;
  /** The caller's headers, which may say which conversation the call belongs to. */
  readonly headers: IncomingHttpHeaders;
  /** Start of the request, in milliseconds of the monotonic clock. */
  readonly startedAt: number;
  /** Absent for calls that no inspect rule asks for. */
  readonly recording?: CallRecording;
  /** The call's trace; absent where nothing is traced. */
  readonly trace?: CallTrace;
}
