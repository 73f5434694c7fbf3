import { EMAIL_MAX, type OptionValues } from '@contracts';
import { AppError, splitList } from '@kernel';
import { isEmail } from 'class-validator';

type EmailOptions = Pick<
  OptionValues,
  'EmailDomainRestrictionEnabled' | 'EmailDomainWhitelist' | 'EmailAliasRestrictionEnabled'
>;

/**
 * Why an address may not be used here, or null.
 *
 * @param email trimmed and in lower case
 */
export function emailRefusal(email: string, options: EmailOptions): AppError | null {
  if (email.length > EMAIL_MAX || !isEmail(email)) return new AppError('EMAIL_INVALID');
  const [local = '', domain = ''] = email.split('@');
  const domains = splitList(options.EmailDomainWhitelist);
  if (options.EmailDomainRestrictionEnabled && !domains.includes(domain)) return new AppError('EMAIL_DOMAIN');
  if (options.EmailAliasRestrictionEnabled && /[+.]/.test(local)) return new AppError('EMAIL_ALIAS');
  return null;
}
