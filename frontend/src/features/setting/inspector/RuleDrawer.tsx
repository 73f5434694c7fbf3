import { Callout, Intent } from '@blueprintjs/core';
import { INSPECT_NOTE_MAX, INSPECT_PER_MILLE_MAX, INSPECT_RULE_HOURS_MAX } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnounce } from '../../../shared/dialog/use-announce';
import { NumberField, SwitchField, TextField } from '../../../shared/form/fields';
import { FormDrawer } from '../../../shared/form/FormDrawer';
import { useKeptDraft } from '../../../shared/form/kept-drafts';
import { useCreateInspectRuleMutation } from './inspect-rule-api';
import {
  findRuleFault,
  isForAll,
  newRuleDraft,
  toRuleCreate,
  type RuleDraft,
  type RuleFault,
} from './inspect-rule-form';
import '../../../styles/inspector.css';

const scopes = ['user', 'token', 'channel'] as const;

function useRuleForm(onDone: () => void) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [createRule, { isLoading }] = useCreateInspectRuleMutation();
  const { draft, setDraft, kept } = useKeptDraft('inspect-rule/new', () => newRuleDraft);
  const [fault, setFault] = useState<RuleFault | null>(null);
  return {
    draft,
    kept,
    isBusy: isLoading,
    set: (changes: Partial<RuleDraft>) => {
      setFault(null);
      setDraft(current => ({ ...current, ...changes }));
    },
    faultText: (name: RuleFault) => (fault === name ? t(`inspector.fault_${name}`) : undefined),
    submit: async () => {
      const found = findRuleFault(draft);
      setFault(found);
      if (found || !(await announce(createRule(toRuleCreate(draft))))) return;
      kept.discard();
      onDone();
    },
  };
}

type RuleForm = ReturnType<typeof useRuleForm>;

/** Which calls the rule is about. */
function ScopeFields({ form: { draft, set, faultText } }: { readonly form: RuleForm }) {
  const { t } = useTranslation();
  return (
    <>
      {scopes.map(name => (
        <NumberField
          key={name}
          label={t(`inspector.rule_${name}`)}
          helper={t('inspector.any')}
          fault={faultText(name)}
          min={1}
          value={draft[name]}
          onChange={text => set({ [name]: text })}
        />
      ))}
      <TextField
        label={t('inspector.rule_model')}
        helper={t('inspector.rule_model_hint')}
        fault={faultText('model')}
        value={draft.model}
        onChange={model => set({ model })}
      />
    </>
  );
}

/** How many of these calls are recorded, and for how long. */
function ShareFields({ form: { draft, set, faultText } }: { readonly form: RuleForm }) {
  const { t } = useTranslation();
  return (
    <>
      <NumberField
        label={t('inspector.rule_share')}
        helper={t('inspector.rule_share_hint', { max: INSPECT_PER_MILLE_MAX })}
        fault={faultText('share')}
        isRequired
        min={1}
        value={draft.share}
        onChange={share => set({ share })}
      />
      <NumberField
        label={t('inspector.rule_hours')}
        helper={t('inspector.rule_hours_hint', { max: INSPECT_RULE_HOURS_MAX })}
        fault={faultText('hours')}
        isRequired
        min={1}
        value={draft.hours}
        onChange={hours => set({ hours })}
      />
      <SwitchField
        label={t('inspector.rule_failures')}
        helper={t('inspector.rule_failures_hint')}
        isOn={draft.onlyFailures}
        onChange={onlyFailures => set({ onlyFailures })}
      />
    </>
  );
}

/** The form of a rule. It is mounted each time it opens. */
export function RuleDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const form = useRuleForm(onClose);
  const { draft, kept, isBusy, set, submit } = form;
  return (
    <FormDrawer
      isOpen
      title={t('inspector.rule_add')}
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
      kept={kept}
    >
      <p className="muted">{t('inspector.rule_hint')}</p>
      <ScopeFields form={form} />
      <ShareFields form={form} />
      <TextField
        label={t('inspector.rule_note')}
        helper={t('inspector.rule_note_hint')}
        maxLength={INSPECT_NOTE_MAX}
        value={draft.note}
        onChange={note => set({ note })}
      />
      {isForAll(draft) && (
        <Callout compact intent={Intent.WARNING}>
          {t('inspector.rule_all_warning')}
        </Callout>
      )}
    </FormDrawer>
  );
}
