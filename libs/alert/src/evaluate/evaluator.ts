import { Inject, Injectable } from '@nestjs/common';
import { ChannelCatalog, ChannelKeys, FiguresReadModel } from '@channel';
import { groupBy } from '@kernel';
import { ReportFigures, UsageFigures } from '@log';
import { Options } from '@option';
import { CONFIG, Database, Logger, type Config } from '@platform';
import { FINDINGS_MAX, type Finding, type World } from '../kinds/watch';
import { watches } from '../kinds/watches';
import { AlertFacts } from '../store/alert-facts';
import { type AlertRule } from '../store/alert-rule';
import { RulesStore } from '../store/rules.store';
import { AlertBook } from './alert-book';
import { stepsOf } from './steps';

/** A rule is looked at as often as its kind says, less what the schedule is early. */
const EARLY_MS = 10_000;

/** Looks at all rules, from one node; what it costs grows with rules and channels, not with calls. */
@Injectable()
export class Evaluator {
  private readonly lastAtMs = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly catalog: ChannelCatalog,
    private readonly keys: ChannelKeys,
    private readonly figures: FiguresReadModel,
    private readonly usage: UsageFigures,
    private readonly reports: ReportFigures,
    private readonly facts: AlertFacts,
    private readonly options: Options,
    private readonly rules: RulesStore,
    private readonly book: AlertBook,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  async run(nowMs = Date.now()): Promise<void> {
    const rules = (await this.rules.rules()).filter(({ isEnabled }) => isEnabled);
    const due = rules.filter(
      rule => nowMs - (this.lastAtMs.get(rule.id) ?? 0) >= watches[rule.kind].everyMs - EARLY_MS,
    );
    if (due.length === 0) return;
    const receivers = await this.rules.receivers();
    const open = groupBy(await this.book.open(), alert => alert.ruleId);
    for (const rule of due) {
      this.lastAtMs.set(rule.id, nowMs);
      try {
        const findings = await this.findings(rule, nowMs);
        const steps = stepsOf(rule, findings, open.get(rule.id) ?? [], nowMs);
        await this.book.take({ rule, receivers, nowMs }, steps);
      } catch (error) {
        // One rule that cannot be looked at keeps no other from being looked at; its alerts stay as they are.
        this.logger.warn({ err: error, rule: rule.id, kind: rule.kind }, 'a rule of alerts could not be evaluated');
      }
    }
  }

  /** What a rule would find now. */
  async findings(rule: AlertRule, nowMs: number): Promise<readonly Finding[]> {
    const found = await watches[rule.kind].find(rule, this.world(nowMs));
    return found.slice(0, FINDINGS_MAX);
  }

  private world(nowMs: number): World {
    const { database, catalog, keys, figures, usage, reports, facts } = this;
    const { timeZone } = this.config;
    return { nowMs, timeZone, options: this.options.current, database, catalog, keys, figures, usage, reports, facts };
  }
}
