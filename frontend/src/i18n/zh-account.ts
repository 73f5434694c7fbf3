import { about } from './zh/about';
import { payment } from './zh/payment';
import { plan } from './zh/plan';
import { playground } from './zh/playground';
import { report } from './zh/report';
import { statement } from './zh/statement';
import { team } from './zh/team';
import { wallet } from './zh/wallet';

/** The texts of plans, teams, statements, the wallet and the playground, in Chinese. */
export const zh = { about, payment, plan, playground, report, statement, team, wallet };
