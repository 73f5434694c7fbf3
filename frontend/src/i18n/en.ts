import { about } from './en/about';
import { about_page } from './en/about-page';
import { auth } from './en/auth';
import { channel } from './en/channel';
import { chat } from './en/chat';
import { check_in } from './en/check-in';
import { common } from './en/common';
import { dashboard } from './en/dashboard';
import { home } from './en/home';
import { log } from './en/log';
import { manufacturer } from './en/manufacturer';
import { monitor } from './en/monitor';
import { option } from './en/option';
import { personal } from './en/personal';
import { pricing } from './en/pricing';
import { playground } from './en/playground';
import { redemption } from './en/redemption';
import { setting } from './en/setting';
import { shell } from './en/shell';
import { tag } from './en/tag';
import { token } from './en/token';
import { user } from './en/user';
import { wallet } from './en/wallet';

/** Every text of the console in English; the other languages must have exactly these keys. */
export const en = {
  common,
  shell,
  auth,
  home,
  playground,
  token,
  channel,
  redemption,
  user,
  log,
  dashboard,
  setting,
  personal,
  option,
  manufacturer,
  about,
  wallet,
  check_in,
  tag,
  pricing,
  chat,
  monitor,
  about_page,
};

export type Dictionary = typeof en;
