import { Button, Intent, Menu } from '@blueprintjs/core';
import { ArrowDown, ArrowUp, Calendar, Dollar, Edit, KeyDelete, More, Trash } from '@blueprintjs/icons';
import { UserStatus, type AdminUser } from '@contracts';
import { useTranslation } from 'react-i18next';
import { SwitchButton } from '../../shared/table/SwitchButton';
import { type UserDeed } from './user-rights';
import { MenuItem } from '../../shared/display/MenuItem';
import { Popover } from '../../shared/display/Popover';

interface UserRowMenuProps {
  readonly user: AdminUser;
  /** The actions that the reader may perform on this account. */
  readonly deeds: ReadonlySet<UserDeed>;
  /** Opens the form, the dialog or the confirmation of the action. */
  readonly onDeed: (user: AdminUser, deed: UserDeed) => void;
}

/** Actions that are rare or cannot be undone are in a menu. */
const rareDeeds = [
  { deed: 'budget', icon: <Calendar />, intent: Intent.NONE },
  { deed: 'promote', icon: <ArrowUp />, intent: Intent.NONE },
  { deed: 'demote', icon: <ArrowDown />, intent: Intent.NONE },
  { deed: 'authenticator', icon: <KeyDelete />, intent: Intent.NONE },
  { deed: 'delete', icon: <Trash />, intent: Intent.DANGER },
] as const;

function RareDeeds({ user, deeds, onDeed }: UserRowMenuProps) {
  const { t } = useTranslation();
  const offered = rareDeeds.filter(({ deed }) => deeds.has(deed));
  if (offered.length === 0) return null;
  const menu = (
    <Menu>
      {offered.map(({ deed, icon, intent }) => (
        <MenuItem
          key={deed}
          icon={icon}
          intent={intent}
          text={t(`user.do_${deed}`)}
          onClick={() => onDeed(user, deed)}
        />
      ))}
    </Menu>
  );
  return (
    <Popover content={menu} placement="bottom-end">
      <Button size="small" variant="minimal" icon={<More />} aria-label={t('user.more_of', { name: user.username })} />
    </Popover>
  );
}

/** The buttons of a row; there are none when the reader may do nothing. */
export function UserRowMenu(props: UserRowMenuProps) {
  const { t } = useTranslation();
  const { user, deeds, onDeed } = props;
  if (deeds.size === 0) return <span className="muted">–</span>;
  const isActive = user.status === UserStatus.Enabled;
  const change = isActive ? 'disable' : 'enable';
  return (
    <span className="cell-actions">
      <Button
        size="small"
        variant="minimal"
        icon={<Edit />}
        aria-label={t('user.edit_of', { name: user.username })}
        title={t('common.edit')}
        onClick={() => onDeed(user, 'edit')}
      />
      <Button
        size="small"
        variant="minimal"
        icon={<Dollar />}
        aria-label={t('user.quota_of', { name: user.username })}
        title={t('user.do_quota')}
        onClick={() => onDeed(user, 'quota')}
      />
      <SwitchButton isOn={isActive} isDisabled={!deeds.has(change)} onSwitch={() => onDeed(user, change)} />
      <RareDeeds {...props} />
    </span>
  );
}
