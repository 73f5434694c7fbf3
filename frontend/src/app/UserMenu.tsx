import { Button, Menu, MenuDivider, MenuItem, Popover } from '@blueprintjs/core';
import { CaretDown, Cog, LogOut, User } from '@blueprintjs/icons';
import { Role, type SessionUser } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLogoutMutation } from '../features/user/user-api';
import { notices } from './notices';
import { signedOut } from './session-slice';
import { useAppDispatch } from './store';

/** Settings and logout of the signed-in user. */
export function UserMenu({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [logout] = useLogoutMutation();
  const name = user.display_name || user.username;

  const leave = async () => {
    const answer = await logout();
    if (answer.error) return; // still signed in on the server; the listener said why
    dispatch(signedOut());
    notices.success(t('shell.logout_done'));
    await navigate('/login');
  };

  const menu = (
    <Menu>
      <MenuItem
        icon={<Cog />}
        text={user.role >= Role.Admin ? t('shell.settings') : t('shell.personal_center')}
        onClick={() => void navigate('/setting')}
      />
      <MenuDivider />
      <MenuItem icon={<LogOut />} text={t('shell.logout')} onClick={() => void leave()} />
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
