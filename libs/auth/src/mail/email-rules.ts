import { EMAIL_MAX, isMailAddress, splitList, type OptionValues } from '@contracts';
import { AppError, fitsPattern } from '@kernel';
import { isEmail } from 'class-validator';

type EmailOptions = Pick<
  OptionValues,
  'EmailDomainRestrictionEnabled' | 'EmailDomainWhitelist' | 'EmailDomainBlocklist' | 'EmailAliasRestrictionEnabled'
>;

/**
 * Whether a text is one bare address. The validator alone would accept quoted local parts, which may contain line
 * breaks and a second `@`; invisible characters would make two addresses look alike.
 *
 * @param email trimmed and in lower case
 */
export function isPlainEmail(email: string): boolean {
  return email.length <= EMAIL_MAX && isMailAddress(email) && !/[\p{C}\p{Z}]/u.test(email) && isEmail(email);
}

/**
 * Returns the error for an address that may not be used on this site, or null.
 *
 * @param email trimmed and in lower case
 */
export function emailRefusal(email: string, options: EmailOptions): AppError | null {
  if (!isPlainEmail(email)) return new AppError('EMAIL_INVALID');
  const [local = '', domain = ''] = email.split('@');
  if (isListed(domain, options.EmailDomainBlocklist)) return new AppError('EMAIL_DOMAIN_BLOCKED');
  const isOpen = !options.EmailDomainRestrictionEnabled || isListed(domain, options.EmailDomainWhitelist);
  if (!isOpen) return new AppError('EMAIL_DOMAIN');
  if (options.EmailAliasRestrictionEnabled && /[+.]/.test(local)) return new AppError('EMAIL_ALIAS');
  return null;
}

/** Whether a domain fits an entry of a comma list. */
function isListed(domain: string, list: string): boolean {
  return splitList(list.toLowerCase()).some(entry => fitsPattern(entry, domain));
}
