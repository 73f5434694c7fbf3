import { Injectable } from '@nestjs/common';

/** What the status object tells about things that live on higher floors; they report it here. */
@Injectable()
export class SiteFacts {
  private isDefaultPassword = false;

  /** Whether the first account still has its well-known password. */
  get hasDefaultPassword(): boolean {
    return this.isDefaultPassword;
  }

  /** Called at start and whenever the password of the first account may have changed, on every node. */
  reportDefaultPassword(isDefaultPassword: boolean): void {
    this.isDefaultPassword = isDefaultPassword;
  }
}
