export * from './log-quota';
export { mailLayout, type MailBody, type MailContent } from './mail/mail-layout';
export { canSendMail } from './mail/smtp-settings';
export * from './option.entity';
export * from './option.module';
export { Options } from './options';
export { relyingPartyOf, type RelyingParty } from './relying-party';
export * from './site-facts';
