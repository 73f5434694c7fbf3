import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type SiteStatus } from '@contracts';
import { AppError } from '@kernel';
import { CONFIG, Database, type Config } from '@platform';
import { Options } from '../options/options';
import { RichContent } from './rich-content';
import { SiteFacts } from './site-facts';
import { siteStatus } from './site-status';

/** How long the result of a successful check of the database is reused. */
const PING_LIFETIME_MS = 10_000;

/** The public facts and contents of the site. */
@Injectable()
export class SiteService {
  private readonly version: string;
  private readonly startTimeSeconds = Math.floor(Date.now() / 1000 - process.uptime());
  private pingedAtMs = -Infinity;

  constructor(
    private readonly options: Options,
    private readonly facts: SiteFacts,
    private readonly content: RichContent,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.version = readVersion(config.configDir);
  }

  status(): SiteStatus {
    const { version, startTimeSeconds } = this;
    const { hasDefaultPassword, isDemo } = this.facts;
    const { githubUrl, linuxdoConnectUrl } = this.config;
    return siteStatus(this.options.current, {
      version,
      startTimeSeconds,
      hasDefaultPassword,
      isDemo,
      footerHtml: this.content.html('Footer'),
      githubUrl,
      linuxdoConnectUrl,
    });
  }

  /** @throws AppError COMMON_NOT_READY with status 503 when the database does not respond */
  async ping(): Promise<void> {
    if (performance.now() - this.pingedAtMs < PING_LIFETIME_MS) return;
    try {
      await this.database.read.query('SELECT 1');
    } catch (cause) {
      throw new AppError('COMMON_NOT_READY', { cause });
    }
    this.pingedAtMs = performance.now();
  }
}

/** The version of the package this build came from; it lies beside the directory of the shipped defaults. */
function readVersion(configDir: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(configDir, '..', 'package.json'), 'utf8'));
  return version;
}
