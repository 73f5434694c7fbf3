import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { alertText, type AlertReceiverView, type AlertRuleTest, type AlertRuleView } from '@contracts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useTestAlertRuleMutation } from './alert-api';
import { receiverName, ruleName, sentenceLanguage } from './alert-names';
import { LoadingLines } from '../../shared/display/states';

interface RuleTestDialogProps {
  readonly rule: AlertRuleView;
  readonly receivers: readonly AlertReceiverView[];
  readonly onClose: () => void;
}

function Findings({ findings }: Pick<AlertRuleTest, 'findings'>) {
  const { t, i18n } = useTranslation();
  if (findings.length === 0) return <p>{t('alert.test_nothing')}</p>;
  return (
    <>
      <p>{t('alert.test_findings', { count: findings.length })}</p>
      <ul>
        {findings.map(({ sentence, figures }, at) => (
          <li key={at}>{alertText(sentence, figures, sentenceLanguage(i18n.language))}</li>
        ))}
      </ul>
    </>
  );
}

function Sent({ sent, receivers }: Pick<AlertRuleTest, 'sent'> & Pick<RuleTestDialogProps, 'receivers'>) {
  const { t } = useTranslation();
  if (sent.length === 0) return <p>{t('alert.test_nobody')}</p>;
  return (
    <ul>
      {sent.map(({ receiver_id: id, error }) => {
        const receiver = receivers.find(known => known.id === id);
        const name = receiver ? receiverName(receiver, t) : `#${id}`;
        return (
          <li key={id} className={error === '' ? undefined : 'alert-failed'}>
            {error === '' ? t('alert.test_taken', { name }) : t('alert.test_refused', { name, error })}
          </li>
        );
      })}
    </ul>
  );
}

/** Tries a rule when it is opened: what holds now, and what its receivers said to a test message. */
export function RuleTestDialog({ rule, receivers, onClose }: RuleTestDialogProps) {
  const { t, i18n } = useTranslation();
  const [testRule, { data, isError }] = useTestAlertRuleMutation();
  const { id } = rule;
  useEffect(() => {
    void testRule(id);
  }, [testRule, id]);
  return (
    <Dialog isOpen title={t('alert.test_of', { name: ruleName(rule, i18n.language) })} onClose={onClose}>
      <DialogBody>
        {!data && !isError && <LoadingLines count={3} />}
        {isError && <p>{t('common.load_failed')}</p>}
        {data && (
          <>
            <Findings findings={data.findings} />
            <Sent sent={data.sent} receivers={receivers} />
          </>
        )}
      </DialogBody>
      <DialogFooter actions={<Button text={t('common.close')} onClick={onClose} />} />
    </Dialog>
  );
}
