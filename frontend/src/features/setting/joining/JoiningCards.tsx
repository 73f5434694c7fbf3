import { claimGifts, claimRoles, claimTeamRoles, type ClaimRuleFault, type DomainRuleFault } from '@contracts';
import { type ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useListGroupsQuery } from '../../../base/site/site-api';
import { useRole } from '../../../base/session/use-role';
import { SelectField, TextField } from '../../../shared/form/fields';
import { isReserved } from '../option-card';
import { OptionSwitch } from '../OptionSwitch';
import { type OptionTexts } from '../setting-api';
import {
  claimDrafts,
  claimFault,
  claimRule,
  domainDrafts,
  domainFault,
  domainRule,
  newClaimDraft,
  newDomainDraft,
  type ClaimDraft,
  type DomainDraft,
} from './rule-drafts';
import { RuleCard, type RuleRowProps } from './RuleCard';

const gifts: Readonly<Record<(typeof claimGifts)[number], ParseKeys>> = {
  group: 'joining.gives_group',
  team: 'joining.gives_team',
  role: 'joining.gives_role',
};

interface GroupFieldProps {
  readonly value: string;
  readonly fault?: string;
  readonly isDisabled: boolean;
  readonly onChange: (group: string) => void;
}

/** A choice among the groups; a group that is gone stays to be seen. */
function GroupField(props: GroupFieldProps) {
  const { t } = useTranslation();
  const { data: groups = [] } = useListGroupsQuery();
  const names = [...new Set([...groups, ...(props.value === '' ? [] : [props.value])])];
  const options = [{ value: '', label: t('joining.no_group') }, ...names.map(name => ({ value: name, label: name }))];
  return <SelectField {...props} label={t('joining.group')} options={options} />;
}

function DomainRow({ draft, fault, isDisabled, set }: RuleRowProps<DomainDraft, DomainRuleFault>) {
  const { t } = useTranslation();
  const faultText = (name: DomainRuleFault) => (fault === name ? t(`joining.fault_${name}`) : undefined);
  return (
    <>
      <TextField
        label={t('joining.domain')}
        helper={t('joining.domain_hint')}
        fault={faultText('domain')}
        isDisabled={isDisabled}
        value={draft.domain}
        onChange={domain => set({ domain })}
      />
      <GroupField
        value={draft.group}
        fault={faultText('gift')}
        isDisabled={isDisabled}
        onChange={group => set({ group })}
      />
      <TextField
        label={t('joining.team')}
        helper={t('joining.team_hint')}
        fault={faultText('team')}
        isDisabled={isDisabled}
        value={draft.team}
        onChange={team => set({ team })}
      />
    </>
  );
}

/** What a rule about a claim gives: fields of the chosen kind. */
function GiftFields({ draft, fault, isDisabled, set }: RuleRowProps<ClaimDraft, ClaimRuleFault>) {
  const { t } = useTranslation();
  const faultText = (name: 'group' | 'team' | 'role') => (fault === name ? t(`joining.fault_${name}`) : undefined);
  if (draft.gives === 'team') {
    return (
      <>
        <TextField
          label={t('joining.team')}
          fault={faultText('team')}
          isDisabled={isDisabled}
          value={draft.team}
          onChange={team => set({ team })}
        />
        <SelectField
          label={t('joining.team_role')}
          isDisabled={isDisabled}
          value={draft.team_role}
          options={claimTeamRoles.map(role => ({
            value: String(role),
            label: t(role === 1 ? 'joining.team_role_1' : 'joining.team_role_2'),
          }))}
          onChange={role => set({ team_role: role })}
        />
      </>
    );
  }
  if (draft.gives === 'role') {
    return (
      <SelectField
        label={t('joining.gives_role')}
        fault={faultText('role')}
        isDisabled={isDisabled}
        value={draft.role}
        options={claimRoles.map(role => ({
          value: String(role),
          label: t(role === 1 ? 'joining.role_1' : 'joining.role_10'),
        }))}
        onChange={role => set({ role })}
      />
    );
  }
  return (
    <GroupField
      value={draft.group}
      fault={faultText('group')}
      isDisabled={isDisabled}
      onChange={group => set({ group })}
    />
  );
}

function ClaimRow(props: RuleRowProps<ClaimDraft, ClaimRuleFault>) {
  const { t } = useTranslation();
  const { draft, fault, isDisabled, set } = props;
  return (
    <>
      <TextField
        label={t('joining.claim')}
        helper={t('joining.claim_hint')}
        fault={fault === 'claim' ? t('joining.fault_claim') : undefined}
        isDisabled={isDisabled}
        value={draft.claim}
        onChange={claim => set({ claim })}
      />
      <TextField
        label={t('joining.value')}
        helper={t('joining.value_hint')}
        fault={fault === 'value' ? t('joining.fault_value') : undefined}
        isDisabled={isDisabled}
        value={draft.value}
        onChange={value => set({ value })}
      />
      <SelectField
        label={t('joining.gives')}
        isDisabled={isDisabled}
        value={draft.gives}
        options={claimGifts.map(gift => ({ value: gift, label: t(gifts[gift]) }))}
        onChange={gives => set({ gives })}
      />
      <GiftFields {...props} />
    </>
  );
}

interface CardProps {
  readonly options: OptionTexts;
}

export function DomainRulesCard({ options }: CardProps) {
  const saved = options.EmailDomainRules ?? '[]';
  return (
    <RuleCard
      key={saved}
      id="domain-rules"
      option="EmailDomainRules"
      title="joining.domain_rules"
      description="joining.domain_rules_hint"
      saved={domainDrafts(saved)}
      empty={newDomainDraft}
      faultOf={domainFault}
      toRule={domainRule}
      renderRow={row => <DomainRow {...row} />}
    />
  );
}

export function ClaimRulesCard({ options }: CardProps) {
  const isDisabled = isReserved('OidcClaimsTakeBack', useRole());
  const saved = options.OidcClaimRules ?? '[]';
  return (
    <RuleCard
      key={saved}
      id="claim-rules"
      option="OidcClaimRules"
      title="joining.claim_rules"
      description="joining.claim_rules_hint"
      saved={claimDrafts(saved)}
      empty={newClaimDraft}
      faultOf={claimFault}
      toRule={claimRule}
      renderRow={row => <ClaimRow {...row} />}
    >
      {!isDisabled && (
        <OptionSwitch
          row={{ key: 'OidcClaimsTakeBack', label: 'joining.take_back', hint: 'joining.take_back_hint' }}
          isOn={options.OidcClaimsTakeBack === 'true'}
        />
      )}
    </RuleCard>
  );
}
