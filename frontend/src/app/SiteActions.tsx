import { Button, type PopoverNextProps } from '@blueprintjs/core';
import { Headset } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useGetContactInfoQuery } from '../base/site/site-api';
import { useStatus } from '../base/site/use-status';
import { CheckInButton } from '../features/check-in/CheckInButton';
import { ContactLines } from '../features/site/ContactLines';
import { Popover } from '../shared/display/Popover';

/** One button that unfolds how to reach the operator and the daily check-in; hidden when the site has neither. */
export function SiteActions({ placement }: { readonly placement: PopoverNextProps['placement'] }) {
  const { t } = useTranslation();
  const { sign_in_enabled: hasCheckIn = false } = useStatus();
  const { data, isError } = useGetContactInfoQuery();
  const hasContact = isError || Boolean(data?.WeChatContact) || Boolean(data?.QQContact);
  if (!hasContact && !hasCheckIn) return null;

  const content = (
    <div className="site-actions">
      {hasContact && <ContactLines />}
      <CheckInButton />
    </div>
  );
  const name = hasCheckIn ? t('shell.contact_and_check_in') : t('shell.contact');
  return (
    <Popover content={content} placement={placement}>
      <Button variant="minimal" icon={<Headset />} aria-label={name} title={name} />
    </Popover>
  );
}
