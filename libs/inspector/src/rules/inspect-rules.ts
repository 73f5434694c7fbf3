import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FreshRun } from '@kernel';
import { Options } from '@option';
import { ChangeNotices, Database, EventBus, Logger } from '@platform';
import { MoreThan } from 'typeorm';
import { type InspectRule } from './inspect-rule';
import { InspectRuleEntity } from './inspect-rule.entity';

/** The topic under which nodes tell each other that rules changed. */
const NOTICE = 'inspect-rule';

/** The rules in force, in memory: all that a call looks at while there are none is `isOn`. */
@Injectable()
export class InspectRules implements OnModuleInit {
  private readonly refresh = new FreshRun(() => this.readAnew());
  private stored: readonly InspectRule[] = [];
  private inForce: readonly InspectRule[] = [];
  /** Whether any call may be recorded. */
  isOn = false;

  constructor(
    private readonly database: Database,
    private readonly options: Options,
    private readonly notices: ChangeNotices,
    private readonly logger: Logger,
    events: EventBus,
  ) {
    notices.subscribe(NOTICE, () => this.reloadBehind());
    events.subscribe('option.changed', ({ keys }) => {
      if (keys.some(key => key.startsWith('Inspector'))) this.decide();
    });
  }

  async onModuleInit(): Promise<void> {
    await this.reload();
  }

  /** The rules in force, those of owners only while the site allows them. */
  get current(): readonly InspectRule[] {
    return this.inForce;
  }

  /** Reads the rules again; it also runs as a job, in case a notice was lost, and lets go of rules that ended. */
  reload(): Promise<void> {
    return this.refresh.run();
  }

  /** Makes a change of the table effective here at once, and on other nodes within moments. */
  async announce(): Promise<void> {
    await this.reload();
    await this.notices.publish(NOTICE, 'all');
  }

  private reloadBehind(): void {
    this.reload().catch((error: unknown) => this.logger.warn({ err: error }, 'the inspect rules could not be read'));
  }

  private async readAnew(): Promise<void> {
    this.stored = await this.database.read.find(InspectRuleEntity, {
      where: { expiresAtMs: MoreThan(Date.now()) },
      order: { id: 'ASC' },
    });
    this.decide();
  }

  private decide(): void {
    const { InspectorEnabled, InspectorOwnersMayRecord } = this.options.current;
    const nowMs = Date.now();
    this.inForce = InspectorEnabled
      ? this.stored.filter(rule => rule.expiresAtMs > nowMs && (!rule.isOwn || InspectorOwnersMayRecord))
      : [];
    this.isOn = this.inForce.length > 0;
  }
}
