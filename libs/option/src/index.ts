export * from './options/log-quota';
export { mailLayout, type MailBody, type MailContent } from './mail/mail-layout';
export { canSendMail } from './mail/smtp-settings';
export * from './options/option.entity';
export * from './option.module';
export { loadShippedDefaults } from './options/shipped-defaults';
export { Options } from './options/options';
export { relyingPartyOf, type RelyingParty } from './site/relying-party';
export * from './site/site-facts';
