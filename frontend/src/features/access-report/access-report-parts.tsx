import { Callout, Intent, Tag } from '@blueprintjs/core';
import { Cross, Tick } from '@blueprintjs/icons';
import { type AccessRefusal, type AccessReport } from '@contracts';
import { useTranslation } from 'react-i18next';

interface AccessTagProps {
  readonly isFine: boolean;
  readonly text: string;
}

/** Yes or no, as an icon with its word. */
export function AccessTag({ isFine, text }: AccessTagProps) {
  return (
    <Tag
      minimal
      intent={isFine ? Intent.SUCCESS : Intent.NONE}
      icon={isFine ? <Tick aria-hidden /> : <Cross aria-hidden />}
    >
      {text}
    </Tag>
  );
}

export function Reasons({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className="reach-reasons">
      {texts.map(text => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** The messages with which calls are refused. */
export function sentencesOf(refusals: readonly AccessRefusal[]): readonly string[] {
  return refusals.map(({ message }) => message);
}

/** Shows the owner of the key, the groups it uses, and what stops all its calls. */
export function KeyFacts({ reach }: { readonly reach: AccessReport }) {
  const { t } = useTranslation();
  const { token, groups, refusals, view } = reach;
  return (
    <section className="reach-key">
      {view === 'full' && <p>{t('access.owner', { name: token.name || `#${token.id}`, user: token.username })}</p>}
      <div className="cluster">
        <span className="muted">{t('access.groups')}</span>
        {groups.map(({ name, ratio }) => (
          <Tag key={name} minimal>
            {t('access.group_ratio', { name, ratio })}
          </Tag>
        ))}
      </div>
      {refusals.length > 0 && (
        <Callout intent={Intent.DANGER} title={t('access.refused_title')}>
          <Reasons texts={sentencesOf(refusals)} />
        </Callout>
      )}
      {token.is_ip_limited && <p className="muted">{t('access.ip_limited')}</p>}
    </section>
  );
}
