import { type Gauge, type Registry } from 'prom-client';

const MS_PER_SECOND = 1000;

/** The last backup that was made; nothing is shown before there is one. Every process shows what the database says. */
export class BackupMetrics {
  private gauges: { readonly at: Gauge; readonly bytes: Gauge } | null = null;

  constructor(
    private readonly prometheus: Pick<typeof import('prom-client'), 'Gauge'>,
    private readonly register: Registry,
  ) {}

  made(startedAtMs: number, bytes: number): void {
    this.gauges ??= {
      at: this.gauge('sluice_backup_last_success_timestamp_seconds', 'When the last good backup was begun.'),
      bytes: this.gauge('sluice_backup_last_bytes', 'Size of the last good backup.'),
    };
    this.gauges.at.set(startedAtMs / MS_PER_SECOND);
    this.gauges.bytes.set(bytes);
  }

  private gauge(name: string, help: string): Gauge {
    return new this.prometheus.Gauge({ name, help, aggregator: 'max', registers: [this.register] });
  }
}
