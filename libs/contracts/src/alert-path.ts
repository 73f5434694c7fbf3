import { type AlertKindName } from './alert';

/** The page of the console to which an alert leads. */
export function alertPath(kind: AlertKindName | null): string {
  switch (kind) {
    case 'channel_down':
    case 'error_rate':
    case 'latency':
      return '/health';
    case 'upstream_balance':
      return '/channel';
    case 'user_balance':
    case 'sign_ups':
      return '/user';
    case 'spend':
      return '/detail';
    case 'prices':
      return '/prices';
    case 'negative_margin':
      return '/report';
    default:
      return '/alert';
  }
}
