import { Button, Popover } from '@blueprintjs/core';
import { Headset } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../shared/copy/CopyText';
import { useGetContactInfoQuery } from '../../base/site/site-api';

/** Shows how to reach the operator, on hover, focus and touch; it is hidden when there is no contact. */
export function ContactButton() {
  const { t } = useTranslation();
  const { data, isError } = useGetContactInfoQuery();
  const contacts = [
    { label: t('shell.wechat'), value: data?.WeChatContact ?? '' },
    { label: t('shell.qq'), value: data?.QQContact ?? '' },
  ].filter(({ value }) => value !== '');
  if (contacts.length === 0 && !isError) return null;

  const spoken = contacts.map(({ label, value }) => t('shell.contact_line', { label, value }));
  const content = (
    <dl className="contact">
      {isError && <dt>{t('shell.contact_failed')}</dt>}
      {contacts.map(({ label, value }) => (
        <div key={label} className="detail-pair">
          <dt className="muted">{label}</dt>
          <dd>
            <CopyText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
  return (
    <Popover content={content} interactionKind="hover" placement="top-end">
      {/* The keyboard cannot reach a popover that opens on hover, so the label of the button itself contains the
         contacts. */}
      <Button
        className="floating-button"
        icon={<Headset />}
        aria-label={[t('shell.contact'), ...(isError ? [t('shell.contact_failed')] : spoken)].join(', ')}
      />
    </Popover>
  );
}
