import { about } from './en/about';
import { payment } from './en/payment';
import { plan } from './en/plan';
import { playground } from './en/playground';
import { report } from './en/report';
import { statement } from './en/statement';
import { team } from './en/team';
import { wallet } from './en/wallet';

/** The texts of plans, teams, statements, the wallet and the playground. */
export const en = { about, payment, plan, playground, report, statement, team, wallet };
