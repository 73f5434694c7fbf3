import { type AlertSaid, type OptionValues } from '@contracts';
import { type ChannelCatalog, type ChannelKeys, type FiguresReadModel } from '@channel';
import { type ReportFigures, type UsageFigures } from '@log';
import { type Database } from '@platform';
import { type AlertFacts } from '../store/alert-facts';
import { type AlertRule } from '../store/alert-rule';

/** Something for which a rule holds now. The subject names it within the rule: `channel:7`, `model:gpt-4o`, `all`. */
export interface Finding extends AlertSaid {
  readonly subject: string;
}

/** Everything that rules may look at. Nothing here reads the log. */
export interface World {
  readonly nowMs: number;
  /** IANA name; days and hours in sentences are those of this zone. */
  readonly timeZone: string;
  readonly options: OptionValues;
  readonly database: Database;
  readonly catalog: ChannelCatalog;
  readonly keys: ChannelKeys;
  readonly figures: FiguresReadModel;
  readonly usage: UsageFigures;
  readonly reports: ReportFigures;
  readonly facts: AlertFacts;
}

/** One kind of rule. */
export interface Watch {
  /** How often it is looked at. */
  readonly everyMs: number;
  /** Everything for which the rule holds, at most {@link FINDINGS_MAX}. */
  readonly find: (rule: AlertRule, world: World) => Promise<readonly Finding[]>;
}

export const MINUTE_MS = 60_000;
/** Further subjects of one rule are left out: a storm is told by the first of them. */
export const FINDINGS_MAX = 200;
