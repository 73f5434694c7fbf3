import { Inject, Injectable } from '@nestjs/common';
import { isMailAddress, Role } from '@contracts';
import { AppError, type Language } from '@kernel';
import { mailLayout, type MailContent } from '@option';
import { CONFIG, Mailer, type Caller, type Config } from '@platform';
import { isEmail } from 'class-validator';
import { UserStore } from '../store/user.store';

const texts: Readonly<Record<Language, MailContent>> = {
  zh: { title: '测试邮件', paragraphs: ['收到这封邮件，说明邮件设置可以使用。'] },
  en: { title: 'Test mail', paragraphs: ['If you can read this, the mail settings work.'] },
};

/** Tests the mail settings by sending a mail. */
@Injectable()
export class TestMailService {
  constructor(
    private readonly users: UserStore,
    private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: Pick<Config, 'rootOnlyOptions'>,
  ) {}

  /**
   * @param to empty for the caller's own address
   * @returns the address that was written to
   * @throws AppError AUTH_FORBIDDEN, EMAIL_INVALID, EMAIL_NO_RECEIVER, EMAIL_NOT_CONFIGURED, EMAIL_SEND_FAILED
   */
  async send(caller: Caller, to: string, language: Language): Promise<string> {
    // A caller who may not change the settings may not use them either.
    if (this.config.rootOnlyOptions && caller.role < Role.Root) throw new AppError('AUTH_FORBIDDEN');
    const address = to.trim() || (await this.users.find(caller.id))?.email;
    if (!address) throw new AppError('EMAIL_NO_RECEIVER');
    // The order matters: the validator's own check throws at a lone half of a character.
    if (!isMailAddress(address) || !isEmail(address)) throw new AppError('EMAIL_INVALID');
    const content = texts[language];
    await this.mailer.send({ to: [address], subject: content.title, ...mailLayout(content) });
    return address;
  }
}
