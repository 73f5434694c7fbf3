import { Injectable } from '@nestjs/common';

/** Facts of the status object about things on higher floors, which report them here. */
@Injectable()
export class SiteFacts {
  private isDefaultPassword = false;
  private isInvented = false;

  /** True while the first account still has its well-known password. */
  get hasDefaultPassword(): boolean {
    return this.isDefaultPassword;
  }

  /** True for a demo, whose data are invented. */
  get isDemo(): boolean {
    return this.isInvented;
  }

  /** Call this once, before the server listens. */
  reportDemo(): void {
    this.isInvented = true;
  }

  /** Call this at the start and whenever the password of the first account may have changed, on every node. */
  reportDefaultPassword(isDefaultPassword: boolean): void {
    this.isDefaultPassword = isDefaultPassword;
  }
}
