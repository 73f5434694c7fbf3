import { Button, Menu, MenuDivider } from '@blueprintjs/core';
import { CaretDown, Cog, LogOut, User } from '@blueprintjs/icons';
import { Role, type SessionUser } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSignOut } from './use-sign-out';
import { MenuItem } from '../shared/display/MenuItem';
import { Popover } from '../shared/display/Popover';

/** The menu with the settings and the logout of the signed-in user. */
export function UserMenu({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const name = user.display_name || user.username;

  const menu = (
    <Menu>
      <MenuItem
        icon={<Cog />}
        text={user.role >= Role.Admin ? t('shell.settings') : t('shell.personal_center')}
        onClick={() => void navigate('/setting')}
      />
      <MenuDivider />
      <MenuItem icon={<LogOut />} text={t('shell.logout')} onClick={() => void signOut()} />
    </Menu>
  );
  return (
    <Popover content={menu} placement="bottom-end">
      <Button variant="minimal" icon={<User />} endIcon={<CaretDown />} aria-label={t('shell.user_menu', { name })}>
        <span className="user-name">{name}</span>
      </Button>
    </Popover>
  );
}
