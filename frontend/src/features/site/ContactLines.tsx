import { useTranslation } from 'react-i18next';
import { useGetContactInfoQuery } from '../../base/site/site-api';
import { CopyText } from '../../shared/copy/CopyText';

/** How to reach the operator. */
export function ContactLines() {
  const { t } = useTranslation();
  const { data, isError } = useGetContactInfoQuery();
  const contacts = [
    { label: t('shell.wechat'), value: data?.WeChatContact ?? '' },
    { label: t('shell.qq'), value: data?.QQContact ?? '' },
  ].filter(({ value }) => value !== '');
  return (
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
}
