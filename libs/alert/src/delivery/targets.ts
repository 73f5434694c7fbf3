import { Injectable } from '@nestjs/common';
import { Role, splitList } from '@contracts';
import { canSendMail, Options } from '@option';
import { UserStore } from '@user';
import { type Receiver } from '../store/receiver';

/** The addresses behind receivers, as they are at this moment. */
@Injectable()
export class Targets {
  constructor(
    private readonly users: UserStore,
    private readonly options: Options,
  ) {}

  /**
   * The targets of a receiver: mail goes to each of its addresses, or to root where it has none, and nowhere while mail
   * is not set up. Every other receiver is one target without a name.
   *
   * @param isRootTold whether another mail tells root the same
   */
  async of(receiver: Receiver, { isRootTold = false } = {}): Promise<readonly string[]> {
    if (receiver.kind !== 'mail') return [''];
    if (!canSendMail(this.options.current)) return [];
    const named = splitList(receiver.fields.to ?? '');
    const root = await this.rootAddress();
    const addresses = named.length > 0 ? named : root === '' ? [] : [root];
    return isRootTold ? addresses.filter(address => address.toLowerCase() !== root.toLowerCase()) : addresses;
  }

  private async rootAddress(): Promise<string> {
    return (await this.users.findFirstOf(Role.Root))?.email ?? '';
  }
}
