import { type AlertReceiverKind } from '@contracts';
import { dingtalk } from './dingtalk';
import { discord } from './discord';
import { lark } from './lark';
import { ntfy } from './ntfy';
import { slack } from './slack';
import { telegram } from './telegram';
import { webhook } from './webhook';
import { wecom } from './wecom';
import { type Wire } from './wire';

/** How each receiver that is posted to is written to. A kind without a line does not compile. */
export const wires: Readonly<Record<Exclude<AlertReceiverKind, 'mail'>, Wire>> = {
  webhook,
  slack,
  discord,
  lark,
  dingtalk,
  wecom,
  telegram,
  ntfy,
};
