import { type AlertKindName } from '@contracts';
import { backup } from './backup';
import { channelDown } from './channel-down';
import { disk } from './disk';
import { errorRate } from './error-rate';
import { job } from './job';
import { latency } from './latency';
import { ledger } from './ledger';
import { prices } from './prices';
import { negativeMargin } from './negative-margin';
import { signUps } from './sign-ups';
import { spend } from './spend';
import { upstreamBalance } from './upstream-balance';
import { userBalance } from './user-balance';
import { type Watch } from './watch';

/** How each kind is looked at. A kind without a line does not compile. */
export const watches: Readonly<Record<AlertKindName, Watch>> = {
  channel_down: channelDown,
  error_rate: errorRate,
  latency,
  upstream_balance: upstreamBalance,
  user_balance: userBalance,
  spend,
  negative_margin: negativeMargin,
  sign_ups: signUps,
  backup,
  disk,
  ledger,
  job,
  prices,
};
